import { mergeAttributes, Node } from "@tiptap/core"
import { Schema } from "effect"
import { SimpleBlock } from "../../domain/content/Block.ts"
import { Color } from "../../domain/values/Color.ts"
import { type BlockMembers, nodeNames } from "./editorNode.ts"
import { isBlock } from "./isBlock.ts"

// Blocks that are copied keep what they are in an attribute, and are checked when they come back.
const readMembers = (element: HTMLElement): unknown => {
  try {
    return JSON.parse(element.dataset["block"] ?? "")
  } catch {
    return undefined
  }
}

const membersAttribute = (otherwise: BlockMembers) => ({
  block: {
    default: otherwise,
    parseHTML: (element: HTMLElement) => {
      const members = readMembers(element)
      return isBlock(members) ? members : otherwise
    },
    renderHTML: ({ block }: Record<string, unknown>) => ({ "data-block": JSON.stringify(block) })
  }
})

const isColor = Schema.is(Color)

/** The background of a block as a style of its element. The colour of its words depends on what is around it too. */
const backgroundOf = (block: unknown): Record<string, string> => {
  if (typeof block !== "object" || block === null) return {}
  const background: unknown = Reflect.get(block, "background")
  return isColor(background) ? { style: `background-color: ${background}; padding: 12px` } : {}
}

/** The attributes that mark the element of a block that not everybody sees. */
const conditionsOf = (block: unknown): Record<string, string> => {
  const conditions: unknown = typeof block === "object" && block !== null ? Reflect.get(block, "shown_if") : undefined
  return Array.isArray(conditions) && conditions.length > 0 ? { "data-shown-if": "" } : {}
}

/** The whole mail, with its fonts and colours. */
export const MailNode = Node.create({
  name: "doc",
  topNode: true,
  content: "mailBlock*",
  addAttributes: () => ({ settings: { default: {}, rendered: false } })
})

// A block in a column, and in the mail itself.
const simpleGroups = ["mailBlock", "simpleBlock"].join(" ")

/** A text block. */
export const TextNode = Node.create({
  name: nodeNames.text,
  group: simpleGroups,
  content: "(paragraph | heading | bulletList | orderedList)+",
  addAttributes: () => membersAttribute({ type: "text" }),
  parseHTML: () => [{ tag: "div[data-text-block]" }],
  renderHTML: ({ node, HTMLAttributes }) => [
    "div",
    mergeAttributes(HTMLAttributes, {
      "data-text-block": "",
      ...backgroundOf(node.attrs["block"]),
      ...conditionsOf(node.attrs["block"])
    }),
    0
  ],
  addKeyboardShortcuts() {
    return {
      // An empty line would part the block otherwise.
      Enter: ({ editor }) => {
        const { empty, $from } = editor.state.selection
        const isLine = $from.parent.isTextblock && $from.node(-1)?.type.name === nodeNames.text
        return empty && isLine && $from.parent.content.size === 0 ? editor.commands.splitBlock() : false
      }
    }
  }
})

/** Columns beside each other. */
export const ColumnsNode = Node.create({
  name: nodeNames.columns,
  group: "mailBlock",
  content: `${nodeNames.column}{1,4}`,
  isolating: true,
  addAttributes: () => membersAttribute({ type: "columns" }),
  parseHTML: () => [{ tag: "div[data-columns]" }],
  renderHTML: ({ node, HTMLAttributes }) => [
    "div",
    mergeAttributes(HTMLAttributes, {
      "data-columns": "",
      ...backgroundOf(node.attrs["block"]),
      ...conditionsOf(node.attrs["block"])
    }),
    0
  ]
})

/** One column. */
export const ColumnNode = Node.create({
  name: nodeNames.column,
  content: "simpleBlock*",
  isolating: true,
  selectable: false,
  parseHTML: () => [{ tag: "div[data-column]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes(HTMLAttributes, { "data-column": "" }), 0]
})

/** A block without text of its own, which is edited beside the mail. */
export const OtherNode = Node.create({
  name: nodeNames.other,
  group: simpleGroups,
  atom: true,
  draggable: true,
  addAttributes: () => membersAttribute({ type: "divider" }),
  parseHTML: () => [
    {
      tag: "div[data-other-block]",
      getAttrs: (element) => (Schema.is(SimpleBlock)(readMembers(element)) ? null : false)
    }
  ],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes(HTMLAttributes, { "data-other-block": "" })]
})
