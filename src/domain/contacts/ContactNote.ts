import { Schema } from "effect"
import { Text } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

/** A note about a contact. `author` is the e-mail of the member who wrote it, null once that user is gone and for a token. */
export const ContactNote = Schema.Struct({
  id: Schema.String,
  note: Schema.String,
  author: Schema.NullOr(Schema.String),
  created_at: Timestamp
}).annotate({ identifier: "ContactNote" })
export type ContactNote = typeof ContactNote.Type

export const ContactNoteInput = Schema.Struct({
  note: Text.check(Schema.makeFilter((value: string) => value.trim() !== "" || "Must not be empty"))
}).annotate({ identifier: "ContactNoteInput" })
