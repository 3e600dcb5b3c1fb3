import * as words from "../words/templates/gallery.ts"

const output = /\{\{\s*([\w.]+)[^}]*?(?:default:\s*'([^']*)')?[^}]*\}\}/g

/** Words with merge fields as somebody might read them: the fall-back of a field, or a sign in its place. Pure. */
export const shownText = (text: string): string =>
  text.replace(output, (_, name: string, fallback?: string) =>
    name === "account.name" ? words.shownName : (fallback ?? words.shownValue)
  )
