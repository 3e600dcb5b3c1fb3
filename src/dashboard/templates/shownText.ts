import { textParts } from "../../domain/content/mergeText.ts"
import * as words from "../words/templates/gallery.ts"

const shownOutput = (output: string): string => {
  const [name = ""] = output.slice(2, -2).split("|", 1)
  const [, fallback = words.shownValue] = /default:\s*'([^']*)'/.exec(output) ?? []
  return name.trim() === "account.name" ? words.shownName : fallback
}

/** Words with merge fields as somebody might read them: the fall-back of a field, or a sign in its place. Pure. */
export const shownText = (text: string): string =>
  textParts(text)
    .map((part) => (part.isOutput ? shownOutput(part.text) : part.text))
    .join("")
