import * as words from "../words/templates/gallery.ts"

const output = /\{\{\s*([\w.]{1,200})([^{}]{0,500})\}\}/g

/** Words with merge fields as somebody might read them: the fall-back of a field, or a sign in its place. Pure. */
export const shownText = (text: string): string =>
  text.replace(output, (_, name: string, filters: string) => {
    const [, fallback = words.shownValue] = /default:\s*'([^']*)'/.exec(filters) ?? []
    return name === "account.name" ? words.shownName : fallback
  })
