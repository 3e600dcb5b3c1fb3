import type { Example } from "./examples.ts"

const listed = {
  id: "tpl_01kqs2v6t4b6c8k2r5h1f9m7ns",
  kind: "block",
  name: "Our promise",
  created_at: "2026-05-04T09:30:01.250Z",
  updated_at: "2026-05-04T09:30:01.250Z"
}
const content = {
  type: "blocks",
  document: {
    blocks: [{ type: "text", content: [{ type: "paragraph", runs: [{ text: "Free returns for 30 days." }] }] }]
  }
}
const template = { ...listed, subject: null, preheader: null, content }

/** The examples of the endpoints of saved templates. */
export const templateExamples: Readonly<Record<string, Example>> = {
  "templates.list": {
    responses: {
      200: { data: [listed], pagination: { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null } }
    }
  },
  "templates.create": {
    request: { kind: "block", name: "Our promise", content },
    responses: { 201: { data: template } }
  },
  "templates.get": { responses: { 200: { data: template } } },
  "templates.rename": {
    request: { name: "Returns" },
    responses: { 200: { data: { ...template, name: "Returns" } } }
  },
  "templates.remove": { responses: { 200: { data: template } } }
}
