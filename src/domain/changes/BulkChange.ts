import { Schema } from "effect"
import { Timestamp } from "../values/Time.ts"
import { CursorQuery } from "../lists/Page.ts"
import { KeptMember, KeptReason } from "./keptReasons.ts"

export const changeLimits = {
  /** Contacts of one step of an undo. */
  step: 200,
  /** How long a change can be undone. */
  retentionMillis: 30 * 86_400_000
} as const

/** An import of contacts, an action on those that a filter, conditions or a list of ids find, or what a step of a flow did on one day (UTC). */
export const ChangeKind = Schema.Literals(["import", "bulk_action", "flow_step"])
export type ChangeKind = typeof ChangeKind.Type

/** What a bulk action or a flow step did. A deletion is listed, but not undone: nothing is kept of those it deleted. */
export const ChangeAction = Schema.Literals([
  "add_tag",
  "remove_tag",
  "set_field",
  "unsubscribe_email",
  "unsubscribe_sms",
  "delete"
])
export type ChangeAction = typeof ChangeAction.Type

/**
 * A change of many contacts at once. `actor` is its user or token. Of its `contacts`, an undo took `undone` back whole and left something
 * of `kept`. `undo` is null before it is undone. `can_undo`: it has ended, deleted nobody, and something of it was not undone.
 */
export const BulkChange = Schema.Struct({
  id: Schema.String,
  kind: ChangeKind,
  name: Schema.NullOr(Schema.String).annotate({ description: "The name of an import's file, or of the flow." }),
  action: Schema.NullOr(ChangeAction),
  subject: Schema.NullOr(Schema.String).annotate({ description: "The tag or custom field." }),
  flow_id: Schema.NullOr(Schema.String),
  step_id: Schema.NullOr(Schema.String),
  actor: Schema.String,
  contacts: Schema.Int,
  can_undo: Schema.Boolean,
  undo: Schema.NullOr(Schema.Literals(["running", "finished"])),
  undo_actor: Schema.NullOr(Schema.String),
  undo_at: Schema.NullOr(Timestamp),
  undone: Schema.Int,
  kept: Schema.Int,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "BulkChange" })
export type BulkChange = typeof BulkChange.Type

/** A contact of which an undo left something. `contact` is its address, null once it is deleted. */
export const KeptContact = Schema.Struct({
  contact_id: Schema.String,
  contact: Schema.NullOr(Schema.String),
  kept: Schema.Array(KeptMember)
}).annotate({ identifier: "KeptContact" })
export type KeptContact = typeof KeptContact.Type

/**
 * What an undo would do to some contacts: `undone` whole, `kept` with something left, and the contacts by reason. `next_cursor` is where the
 * next part begins; null at the end.
 */
export const UndoPreview = Schema.Struct({
  contacts: Schema.Int,
  undone: Schema.Int,
  kept: Schema.Int,
  reasons: Schema.Array(Schema.Struct({ reason: KeptReason, contacts: Schema.Int })),
  next_cursor: Schema.NullOr(Schema.String)
}).annotate({ identifier: "UndoPreview" })
export type UndoPreview = typeof UndoPreview.Type

/** The query of an undo: `cursor` goes on with a dry run. */
export const UndoQuery = { cursor: CursorQuery.cursor }
