import type { Example } from "./examples.ts"

const at = "2026-05-04T09:30:00Z"

const change = {
  id: "imp_01kqs2v6t4b6c8k2r5h1f9k7mr",
  kind: "import",
  name: "spring-fair.csv",
  action: null,
  subject: null,
  flow_id: null,
  step_id: null,
  actor: "usr_01kqs2v6t4b6c8k2r5h1f9k7mq",
  contacts: 120,
  can_undo: true,
  undo: null,
  undo_actor: null,
  undo_at: null,
  undone: 0,
  kept: 0,
  created_at: at,
  updated_at: at
}
const undone = {
  ...change,
  can_undo: false,
  undo: "finished",
  undo_actor: change.actor,
  undo_at: at,
  undone: 118,
  kept: 2
}

const pagination = { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null }

/** The examples of the endpoints of bulk changes. */
export const changeExamples: Readonly<Record<string, Example>> = {
  "bulkChanges.list": { responses: { 200: { data: [change], pagination } } },
  "bulkChanges.get": { responses: { 200: { data: undone } } },
  "bulkChanges.undo": {
    responses: {
      200: {
        data: change,
        dry_run: {
          contacts: 120,
          undone: 118,
          kept: 2,
          reasons: [{ reason: "contact_used", contacts: 2 }],
          next_cursor: null
        }
      }
    }
  },
  "bulkChanges.kept": {
    responses: {
      200: {
        data: [
          {
            contact_id: "con_01kqs2v6t4b6c8k2r5h1f9k7mp",
            contact: "ada@example.com",
            kept: [{ member: "contact", name: null, reason: "contact_used" }]
          }
        ],
        pagination
      }
    }
  }
}
