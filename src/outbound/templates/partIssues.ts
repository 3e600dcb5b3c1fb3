import { htmlTokens, isRawElement } from "../email/htmlTokens.ts"
import { withoutMarkup } from "./deadLinks.ts"

/** Elements of a table: an end tag of one outside a table of the part would end the cell that the part stands in. */
const tableElements = new Set(["table", "tbody", "thead", "tfoot", "tr", "td", "th"])

/** The issues of HTML that stands among other HTML of a mail: what it leaves open, or closes without having opened it, would change the rest. */
export const partIssues = (source: string): ReadonlyArray<string> => {
  const html = withoutMarkup(source)
  let tables = 0
  let raw = ""
  for (const token of htmlTokens(html)) {
    if (token.type === "unfinished") return ["Ends within a tag"]
    if (token.type === "comment" && token.to === html.length && !html.endsWith("-->")) return ["Ends within a comment"]
    if (token.type === "open") {
      if (token.name === "table") tables += 1
      raw = isRawElement(token.name) ? token.name : ""
    }
    if (token.type === "close") {
      raw = ""
      if (tables === 0 && tableElements.has(token.name)) return [`Closes a <${token.name}> that it does not open`]
      if (token.name === "table") tables -= 1
      if (token.name === "body" || token.name === "html") return [`Closes a <${token.name}> that it does not open`]
    }
  }
  if (raw !== "") return [`Does not close its <${raw}>`]
  return tables > 0 ? ["Does not close its <table>"] : []
}
