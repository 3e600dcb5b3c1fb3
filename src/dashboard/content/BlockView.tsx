import { NodeViewWrapper, type ReactNodeViewProps } from "@tiptap/react"
import { mediaFileName } from "../../domain/media/mediaAddress.ts"
import type { Alignment } from "../../domain/content/blockParts.ts"
import { Icon } from "../components/Icon.tsx"
import * as words from "../words/content/blocks.ts"
import type { BlockMembers } from "./editorNode.ts"
import { isBlock } from "./isBlock.ts"
import classes from "./Blocks.module.css"

const style = (name: string): string => classes[name] ?? ""

const placed = (align: Alignment = "left") => ({ textAlign: align })

const Products = ({ block }: { readonly block: Extract<BlockMembers, { type: "products" }> }) => (
  <>
    <div className={style("hint")}>{words.productsShown(block.kind, block.count)}</div>
    <div className={style("products")} style={{ gridTemplateColumns: `repeat(${block.columns}, minmax(0, 1fr))` }}>
      {Array.from({ length: block.count }, (_, at) => (
        <div key={at} className={style("product")}>
          <div className={style("picture")}>
            <Icon name="products" size={22} />
          </div>
          <div>{words.productName}</div>
          {block.show_price && <div>{words.productPrice}</div>}
          {block.button !== undefined && <span className={style("button")}>{block.button}</span>}
        </div>
      ))}
    </div>
  </>
)

const Shown = ({ block }: { readonly block: BlockMembers }) => {
  switch (block.type) {
    case "image": {
      // Of other pages, and of addresses that data chooses, nothing is loaded.
      const file = mediaFileName(block.src)
      return file !== undefined ? (
        <div style={placed(block.align)}>
          <img
            className={style("shown")}
            src={`/m/${file}`}
            alt={words.imageAt(block.alt)}
            style={{ width: block.width ?? "100%" }}
          />
        </div>
      ) : (
        <div style={placed(block.align)}>
          <div className={style("picture")} style={block.width === undefined ? {} : { width: block.width }}>
            <Icon name="image" size={28} />
            <span>{block.src === "" ? words.noImage : words.imageAt(block.alt)}</span>
            {block.src !== "" && <span className={style("hint")}>{block.src}</span>}
          </div>
        </div>
      )
    }
    case "button":
      return (
        <div style={placed(block.align)}>
          <span
            className={style("button")}
            style={{
              ...(block.color === undefined ? {} : { backgroundColor: block.color }),
              ...(block.text_color === undefined ? {} : { color: block.text_color }),
              ...(block.full_width === true ? { display: "block", textAlign: "center" } : {})
            }}
          >
            {block.text}
          </span>
        </div>
      )
    case "divider":
      return (
        <div
          className={style("divider")}
          style={{
            borderTopWidth: block.thickness ?? 1,
            ...(block.color === undefined ? {} : { borderTopColor: block.color })
          }}
        />
      )
    case "space":
      return <div className={style("space")} style={{ height: block.height }} />
    case "social":
      return (
        <div style={placed(block.align)} className={style("links")}>
          {block.links.length === 0 ? (
            <span className={style("hint")}>{words.noLinks}</span>
          ) : (
            block.links.map(({ network }, at) => <span key={at}>{words.networkNames[network]}</span>)
          )}
        </div>
      )
    case "products":
      return <Products block={block} />
    case "cart":
      return (
        <>
          <div className={style("hint")}>{words.cartShown}</div>
          {block.button !== undefined && <span className={style("button")}>{block.button}</span>}
        </>
      )
    case "coupon":
      return (
        <div className={style("coupon")}>
          {block.label !== undefined && <div>{block.label}</div>}
          <strong>{words.couponShown(block.coupon)}</strong>
        </div>
      )
    case "html":
      return (
        <>
          <div className={style("hint")}>{words.html}</div>
          <div className={style("source")}>{block.html === "" ? words.noHtml : block.html.slice(0, 400)}</div>
        </>
      )
    case "text":
    case "columns":
      return null
  }
}

/** What a block without text of its own shows in the editor: its settings, and boxes in the place of data. */
export const BlockView = ({ node }: ReactNodeViewProps) => {
  const block: unknown = node.attrs["block"]
  if (!isBlock(block)) return <NodeViewWrapper />
  const background = block.background === undefined ? {} : { backgroundColor: block.background, padding: 12 }
  return (
    <NodeViewWrapper
      data-kind={block.type}
      style={background}
      {...((block.shown_if ?? []).length > 0 ? { "data-shown-if": "" } : {})}
    >
      <Shown block={block} />
    </NodeViewWrapper>
  )
}
