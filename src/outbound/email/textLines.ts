// Invisible characters that preheaders are filled up with, with the spaces between them. One alone is kept: it joins or
// separates letters and emoji.
const filling =
  /(?:\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff])(?:[\s\u2007]*(?:\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]))+/g

const opening = /[([{"“‘-]$/
const closing = /^[.,;:!?)\]}"”’%-]/

/** Collects the text of a mail as a browser lays it out: white space is one space, and none stands at the ends of lines. */
export const makeTextLines = () => {
  const pieces: Array<string> = []
  let breaks = 0
  let prefix = ""
  let isSpaced = false
  let isApart = false
  let keepsSpaces = false
  const isLineStart = () => pieces.length === 0 || breaks > 0

  /** Adds text as it is, after the line breaks and the space that wait. */
  const append = (text: string) => {
    if (text === "") return
    const last = pieces.at(-1)
    const isSeparated = isSpaced || (isApart && !opening.test(last ?? "") && !closing.test(text))
    if (last !== undefined) pieces.push("\n".repeat(breaks))
    if (last !== undefined && breaks === 0 && isSeparated) pieces.push(" ")
    breaks = 0
    isSpaced = false
    isApart = false
    pieces.push(prefix, text)
    prefix = ""
  }

  const space = () => {
    isSpaced = true
  }

  const write = (text: string) => {
    if (keepsSpaces) return append(text)
    const words = text.replace(filling, " ").replace(/\s+/g, " ")
    if (words.startsWith(" ") && !isLineStart()) space()
    append(words.trim())
    if (words.endsWith(" ") && words.trim() !== "") space()
  }

  return {
    append,
    write,
    space,
    /** Keeps the words before and after it apart. Punctuation of either side stays where it is. */
    separate: () => {
      isApart = true
    },
    /** Ends the line, if it has text; `count` 2 leaves an empty line after it. */
    endLine: (count: 1 | 2) => {
      breaks = Math.max(breaks, count)
      isSpaced = false
    },
    /** Begins the next text with this, so that it stands before no line without text. */
    beginWith: (text: string) => {
      prefix = text
    },
    /** Adds a line break, of at most one empty line. */
    lineBreak: () => {
      breaks = Math.min(2, breaks + 1)
      isSpaced = false
    },
    /** Whether white space is text, as in `pre`. */
    keepSpaces: (keeps: boolean) => {
      keepsSpaces = keeps
    },
    mark: (): number => pieces.length,
    since: (mark: number): string => pieces.slice(mark).join(""),
    text: (): string =>
      pieces
        .join("")
        .split("\n")
        .map((line) => line.trimEnd())
        .join("\n")
        .trim()
  }
}
