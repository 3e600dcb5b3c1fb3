import { Extension } from "@tiptap/core"
import type { Node } from "@tiptap/pm/model"
import { type EditorState, Plugin } from "@tiptap/pm/state"
import { Decoration, DecorationSet } from "@tiptap/pm/view"
import { Schema } from "effect"
import { fontStyle, type Ground, textColor } from "../../domain/content/html/Place.ts"
import { DocumentSettings } from "../../domain/content/MailDocument.ts"
import { Color } from "../../domain/values/Color.ts"
import { type BlockPlace, columnsAround, isBlockNode } from "./blockPlace.ts"
import { nodeNames } from "./editorNode.ts"

const isColor = Schema.is(Color)
const isSettings = Schema.is(DocumentSettings)

const colorOf = (node: Node, member: "color" | "background"): string | undefined => {
  const block: unknown = node.attrs["block"]
  const color: unknown = typeof block === "object" && block !== null ? Reflect.get(block, member) : undefined
  return isColor(color) ? color : undefined
}

const groundOfMail = (doc: Node): Ground => {
  const settings: unknown = doc.attrs["settings"]
  return isSettings(settings) ? { settings, background: settings.background } : { settings: {}, background: undefined }
}

const groundWithin = (ground: Ground, node: Node): Ground => ({
  ...ground,
  background: colorOf(node, "background") ?? ground.background
})

/** The attributes of an element whose words are as the mail shows them, in light colours and in dark ones. */
const attributesOf = (ground: Ground, own?: string): Record<string, string> => {
  const { color, isLightOnly } = textColor(ground, own)
  return {
    ...(color === undefined ? {} : { style: `color: ${color}` }),
    ...(isLightOnly ? { class: "mail-light-only" } : {})
  }
}

const ownColor = (node: Node): string | undefined =>
  node.type.name === nodeNames.text ? colorOf(node, "color") : undefined

/** The colour of words that is given to them alone. */
const colorOfWords = (words: Node): string | undefined => {
  const color: unknown = words.marks.find(({ type }) => type.name === "color")?.attrs["color"]
  return isColor(color) ? color : undefined
}

const decorate = (parent: Node, start: number, ground: Ground, found: Array<Decoration>): void =>
  parent.forEach((node, offset) => {
    const pos = start + offset
    const end = pos + node.nodeSize
    const color = colorOfWords(node)
    if (color !== undefined) found.push(Decoration.inline(pos, end, attributesOf(ground, color)))
    const inner = groundWithin(ground, node)
    if (isBlockNode(node)) found.push(Decoration.node(pos, end, attributesOf(inner, ownColor(node))))
    decorate(node, pos + 1, inner, found)
  })

const decorationsOf = (doc: Node): DecorationSet => {
  const found: Array<Decoration> = []
  decorate(doc, 0, groundOfMail(doc), found)
  return DecorationSet.create(doc, found)
}

/** Colours of a text block that a reader sees badly (`faint`), and those that dark screens do not show (`lightOnly`). */
export const colorNotes = (state: EditorState, place: BlockPlace) => {
  const columns = columnsAround(state, place)
  const around = groundOfMail(state.doc)
  const ground = groundWithin(columns === undefined ? around : groundWithin(around, columns.node), place.node)
  const colors = new Set<string>()
  const own = ownColor(place.node)
  if (own !== undefined) colors.add(own)
  place.node.descendants((node) => {
    const color = colorOfWords(node)
    if (color !== undefined) colors.add(color)
  })
  const all = [...colors].map((color) => textColor(ground, color))
  return {
    faint: all.filter(({ isFaint }) => isFaint).flatMap(({ color }) => color ?? []),
    lightOnly: all.filter(({ isLightOnly }) => isLightOnly).flatMap(({ color }) => color ?? [])
  }
}

/** Shows the mail in its fonts and colours. */
export const MailColors = Extension.create({
  name: "mailColors",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        attributes: ({ doc }) => {
          const ground = groundOfMail(doc)
          const { style, ...others } = attributesOf(ground)
          const rules = [
            ...(ground.settings.font === undefined ? [] : [fontStyle(ground)]),
            ...(ground.background === undefined ? [] : [`background-color: ${ground.background}`]),
            ...(style === undefined ? [] : [style])
          ]
          return { ...others, style: rules.join("; ") }
        },
        decorations: ({ doc }) => decorationsOf(doc)
      }
    })
  ]
})
