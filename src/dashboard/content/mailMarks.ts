import { Extension, Mark, mergeAttributes } from "@tiptap/core"
import { Link } from "@tiptap/extension-link"
import { ListItem } from "@tiptap/extension-list"
import { StarterKit } from "@tiptap/starter-kit"
import { Schema } from "effect"
import { Alignment } from "../../domain/content/blockParts.ts"
import { LinkAddress } from "../../domain/content/ContentAddress.ts"
import { Color } from "../../domain/values/Color.ts"

const isColor = Schema.is(Color)
const isAlignment = Schema.is(Alignment)
const isAddress = Schema.is(Schema.toType(LinkAddress))

/** Whether a link may lead to an address. Pure. */
export const isLink = (address: string): boolean => address !== "" && isAddress(address)

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    color: {
      /** Colours the chosen words. */
      setColor: (color: string) => ReturnType
      /** Gives the chosen words the colour of the text again. */
      unsetColor: () => ReturnType
    }
    align: {
      /** Aligns the chosen paragraphs and headings. */
      setTextAlign: (alignment: string) => ReturnType
    }
  }
}

/** The colour of words. That of pasted texts is left behind, so that it comes back by its own attribute alone. */
const ColorMark = Mark.create({
  name: "color",
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element) => {
        const { color } = element.dataset
        return isColor(color) ? color : null
      },
      renderHTML: ({ color }) => (isColor(color) ? { "data-color": color, style: `color: ${color}` } : {})
    }
  }),
  parseHTML: () => [{ tag: "span[data-color]" }],
  renderHTML: ({ HTMLAttributes }) => ["span", mergeAttributes(HTMLAttributes), 0],
  addCommands() {
    return {
      setColor:
        (color) =>
        ({ commands }) =>
          isColor(color) && commands.setMark(this.name, { color }),
      unsetColor:
        () =>
        ({ commands }) =>
          commands.unsetMark(this.name)
    }
  }
})

const LinkMark = Link.extend({ inclusive: false, addAttributes: () => ({ href: { default: null } }) }).configure({
  openOnClick: false,
  autolink: false,
  linkOnPaste: true,
  isAllowedUri: isLink
})

/** Items hold one line each: mail has no lists in lists. */
const ItemNode = ListItem.extend({
  content: "paragraph",
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
  }
})

const Align = Extension.create({
  name: "align",
  addCommands: () => ({
    setTextAlign:
      (alignment) =>
      ({ commands }) => {
        const align = alignment === "left" || !isAlignment(alignment) ? null : alignment
        return ["paragraph", "heading"].every((name) => commands.updateAttributes(name, { align }))
      }
  }),
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading"],
      attributes: {
        align: {
          default: null,
          parseHTML: (element) => {
            const { align } = element.dataset
            return isAlignment(align) ? align : null
          },
          renderHTML: ({ align }) => (isAlignment(align) ? { "data-align": align } : {})
        }
      }
    }
  ]
})

/** The text of mails: what of a pasted text is none of these is left behind. */
export const textExtensions = [
  StarterKit.configure({
    document: false,
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    link: false,
    listItem: false,
    trailingNode: false,
    heading: { levels: [1, 2, 3] },
    dropcursor: { width: 3, class: "mail-drop" }
  }),
  ItemNode,
  LinkMark,
  ColorMark,
  Align
]
