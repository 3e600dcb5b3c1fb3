import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ContactNote, ContactNoteInput } from "../../domain/contacts/ContactNote.ts"
import { BodyErrors, NotFoundBody, UnavailableBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { created, single } from "./envelopes.ts"

const params = { account: Schema.String, id: Schema.String }

/** Notes about a contact, newest first. */
export class ContactNotesGroup extends HttpApiGroup.make("notes")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/contacts/:id/notes", {
      params,
      success: single(Schema.Array(ContactNote)),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("add", "/accounts/:account/contacts/:id/notes", {
      params,
      payload: ContactNoteInput,
      success: created(ContactNote),
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.delete("remove", "/accounts/:account/notes/:id", {
      params,
      success: single(ContactNote),
      error: [NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
