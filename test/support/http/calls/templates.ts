import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** A mail of one text. */
export const templateOf = (n: number) => ({
  kind: "mail",
  name: `Template ${n}`,
  subject: `Hi ${n}`,
  content: {
    type: "blocks",
    document: { blocks: [{ type: "text", content: [{ type: "paragraph", runs: [{ text: `Tea ${n}` }] }] }] }
  }
})

/** Saved templates, but for their reads. */
export const templateCalls = ({ about, make }: Desk): ReadonlyArray<Request> => {
  const path = "/accounts/:account/templates"
  const saved = (account: string, n: number) => make(`/accounts/${account}/templates`, templateOf(n))
  return [
    about(`POST ${path}`, { body: templateOf }),
    about(`PATCH ${path}/:id`, { thing: saved, body: (n) => ({ name: `Renamed ${n}` }) }),
    about(`DELETE ${path}/:id`, { thing: saved })
  ]
}
