/** Words of the input of a mail made of blocks or of HTML. */
import { counted } from "../common.ts"

export const content = "Content"
export const preheader = "Preview text"
export const aboutPreheader = "Inboxes show it after the subject; readers do not see it in the mail."
export const madeOf = "Made of"
export const kinds = { blocks: "Blocks", html: "HTML" } as const
export const fromTemplate = "Begin with a template"
export const blocksOf = (count: number) => (count === 0 ? "Nothing yet" : counted(count, "block"))
export const editMail = "Edit the mail"
export const title = "Mail"
export const done = "Done"

/** A problem, at the block that its path names. */
export const issueAt = (path: string, message: string) => {
  const [, at] = /^blocks\.(\d+)/.exec(path) ?? []
  return at === undefined ? message : `Block ${Number(at) + 1}: ${message}`
}
