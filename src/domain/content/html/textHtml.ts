import { mergeLines } from "../mergeText.ts"
import type { TextBlock, TextPart, TextRun } from "../TextBlock.ts"
import { cell, styleOf, withAddress } from "./markup.ts"
import { fontStyle, linkColor, type Place, placeWithin, textColor } from "./Place.ts"

const classOf = (isLightOnly: boolean): string => (isLightOnly ? ` class="shell-text"` : "")

/** The words of a run with its form, without its link. */
const wordsHtml = (run: TextRun, place: Place): string => {
  let html = mergeLines(run.text)
  if (run.underline === true) html = `<u>${html}</u>`
  if (run.italic === true) html = `<em>${html}</em>`
  if (run.bold === true) html = `<strong>${html}</strong>`
  if (run.color === undefined) return html
  const { color, isLightOnly } = textColor(place, run.color)
  return `<span${classOf(isLightOnly)} style="color:${color}">${html}</span>`
}

/** Runs that follow each other with the same link, which are one link. */
const byLink = (runs: ReadonlyArray<TextRun>): ReadonlyArray<ReadonlyArray<TextRun>> => {
  const groups: Array<Array<TextRun>> = []
  for (const run of runs) {
    const last = groups.at(-1)
    if (last !== undefined && (last[0]?.link ?? "") === (run.link ?? "")) last.push(run)
    else groups.push([run])
  }
  return groups
}

/** Runs of text as HTML. `color` is the colour of the text that they stand in. */
export const runsHtml = (runs: ReadonlyArray<TextRun>, place: Place, color?: string): string =>
  byLink(runs)
    .map((group) => {
      const words = group.map((run) => wordsHtml(run, place)).join("")
      const link = group[0]?.link ?? ""
      const shown = group[0]?.color ?? linkColor(place, color)
      const style = styleOf(shown === undefined ? undefined : `color:${shown}`, "text-decoration:underline")
      return words === "" ? "" : withAddress(link, (href) => `<a href="${href}" style="${style}">${words}</a>`, words)
    })
    .join("")

const headings = {
  1: "font-size:28px;line-height:34px;font-weight:bold",
  2: "font-size:22px;line-height:28px;font-weight:bold",
  3: "font-size:18px;line-height:24px;font-weight:bold"
} as const

const alignment = (align: string | undefined): string | undefined =>
  align === undefined ? undefined : `text-align:${align}`

const partHtml = (part: TextPart, isLast: boolean, place: Place, color: string | undefined): string => {
  const margin = `margin:0 0 ${isLast ? 0 : 12}px`
  if (part.type === "list") {
    const tag = part.ordered ? "ol" : "ul"
    const items = part.items.map(({ runs }) => `<li style="margin:0 0 4px">${runsHtml(runs, place, color)}</li>`)
    return `<${tag} style="${margin};padding:0 0 0 24px">${items.join("")}</${tag}>`
  }
  const html = runsHtml(part.runs, place, color) || "&nbsp;"
  if (part.type === "paragraph") return `<p style="${styleOf(margin, alignment(part.align))}">${html}</p>`
  const tag = `h${part.level}`
  return `<${tag} style="${styleOf(margin, headings[part.level], alignment(part.align))}">${html}</${tag}>`
}

/** The style of text in a place. */
export const textStyle = (place: Place, color: string | undefined): string =>
  styleOf(fontStyle(place), "font-size:16px", "line-height:24px", color === undefined ? undefined : `color:${color}`)

/** A text block as HTML. */
export const textHtml = ({ content, background, color: own }: TextBlock, place: Place): string => {
  if (content.length === 0) return ""
  const inner = placeWithin(place, background)
  const { color, isLightOnly } = textColor(inner, own)
  return cell(content.map((part, at) => partHtml(part, at === content.length - 1, inner, color)).join("\n"), {
    attributes: `${classOf(isLightOnly)} dir="auto"`,
    background,
    style: textStyle(inner, color)
  })
}
