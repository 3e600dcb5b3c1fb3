import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ContactNote, ContactNoteInput } from "../domain/contacts/ContactNote.ts"
import { BodyErrors, NotFoundBody, UnavailableBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { created, single } from "./envelopes.ts"

const params = { id: Schema.String }

/** Notes about a contact, newest first. */
export class ContactNotesGroup extends HttpApiGroup.make("notes").add(
  HttpApiEndpoint.get("list", "/contacts/:id/notes", {
    params,
    success: single(Schema.Array(ContactNote)),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "List the notes about a contact")
    .annotate(OpenApi.Description, "Newest first."),
  HttpApiEndpoint.post("add", "/contacts/:id/notes", {
    params,
    payload: ContactNoteInput,
    success: created(ContactNote),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_write"))
    .annotate(OpenApi.Summary, "Add a note to a contact")
    .annotate(OpenApi.Description, "`author` is the e-mail of the user who adds it; null for a token."),
  HttpApiEndpoint.delete("remove", "/notes/:id", {
    params,
    success: single(ContactNote),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_write"))
    .annotate(OpenApi.Summary, "Delete a note")
    .annotate(OpenApi.Description, "The answer is the note as it was.")
) {}
