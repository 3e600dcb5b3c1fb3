import type { Block } from "../../domain/content/Block.ts"
import type { TextPart } from "../../domain/content/TextBlock.ts"
import type { MailDocument } from "../../domain/content/MailDocument.ts"
import { mediaFileName } from "../../domain/media/mediaAddress.ts"
import { Icon } from "../components/Icon.tsx"
import * as blockWords from "../words/content/blocks.ts"
import * as words from "../words/templates/gallery.ts"
import classes from "./MailPicture.module.css"
import { shownText } from "./shownText.ts"

const style = (name: string): string => classes[name] ?? ""

const wordsOf = (runs: ReadonlyArray<{ readonly text: string }>): string =>
  shownText(runs.map(({ text }) => text).join(""))

const Part = ({ part }: { readonly part: TextPart }) => {
  if (part.type === "heading")
    return (
      <div className={style("heading")} style={{ textAlign: part.align ?? "left" }}>
        {wordsOf(part.runs)}
      </div>
    )
  if (part.type === "paragraph") return <p style={{ textAlign: part.align ?? "left" }}>{wordsOf(part.runs)}</p>
  const items = part.items.map(({ runs }, at) => <li key={at}>{wordsOf(runs)}</li>)
  return part.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
}

const Box = ({ children }: { readonly children: string }) => (
  <div className={style("box")}>
    <Icon name="image" size={16} />
    <span>{children}</span>
  </div>
)

const Row = ({ columns, children }: { readonly columns: number; readonly children: React.ReactNode }) => (
  <div className={style("row")} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
    {children}
  </div>
)

const Button = ({ text, align = "left" }: { readonly text: string; readonly align?: "left" | "center" | "right" }) => (
  <div style={{ textAlign: align }}>
    <span className={style("button")}>{shownText(text)}</span>
  </div>
)

const Shown = ({ block }: { readonly block: Block }) => {
  switch (block.type) {
    case "text":
      return block.content.map((part, at) => <Part key={at} part={part} />)
    case "image": {
      // Of other pages, and of addresses that data chooses, nothing is loaded.
      const file = mediaFileName(block.src)
      return file === undefined ? (
        <Box>{blockWords.imageAt(shownText(block.alt))}</Box>
      ) : (
        <img src={`/m/${file}`} alt={block.alt} style={{ maxWidth: "100%" }} />
      )
    }
    case "button":
      return <Button text={block.text} align={block.align ?? "left"} />
    case "columns":
      return (
        <Row columns={block.columns.length}>
          {block.columns.map(({ blocks }, at) => (
            <div key={at}>
              <Blocks blocks={blocks} />
            </div>
          ))}
        </Row>
      )
    case "products":
      return (
        <Row columns={block.columns}>
          {Array.from({ length: block.count }, (_, at) => (
            <div key={at}>
              <Box>{blockWords.productName}</Box>
              {block.show_price && <p>{blockWords.productPrice}</p>}
            </div>
          ))}
        </Row>
      )
    case "cart":
      return (
        <>
          <Box>{blockWords.cartShown}</Box>
          {block.button !== undefined && <Button text={block.button} />}
        </>
      )
    case "coupon":
      return <Box>{blockWords.couponShown(block.coupon)}</Box>
    case "html":
      return <p>{shownText(block.html.replace(/<[^>]{0,500}>|\{%[^%]{0,500}%\}/g, " ")).slice(0, 400)}</p>
    case "social":
      return <p>{block.links.map(({ network }) => blockWords.networkNames[network]).join(" · ")}</p>
    case "divider":
      return <hr />
    case "space":
      return <div style={{ height: Math.min(block.height, 24) }} />
  }
}

const Blocks = ({ blocks }: { readonly blocks: ReadonlyArray<Block> }) =>
  blocks.map((block, at) => <Shown key={at} block={block} />)

/** A small picture of a mail of blocks: its words, and boxes in the place of pictures and data. The first of it, where it is long. */
export const MailPicture = (props: {
  readonly name: string
  readonly subject?: string
  readonly document: MailDocument
}) => (
  <div className={style("frame")} role="img" aria-label={words.pictureOf(props.name)}>
    {props.subject !== undefined && <div className={style("subject")}>{shownText(props.subject)}</div>}
    <Blocks blocks={props.document.blocks} />
  </div>
)
