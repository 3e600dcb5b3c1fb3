import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { ContactNotesGroup } from "../../api/ContactNotes.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { ContactNoteInput } from "../../domain/contacts/ContactNote.ts"
import { WriteContacts } from "../../programs/contacts/WriteContacts.ts"
import { ContactNotes } from "../../store/contacts/ContactNotes.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { payload } from "../server/payload.ts"

const readNote = payload(ContactNoteInput)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof ContactNotesGroup>) {
  const contacts = yield* Contacts
  const notes = yield* ContactNotes
  const { addNote: add } = yield* WriteContacts
  const contactOf = ({ id }: { readonly id: string }) =>
    Effect.flatMap(CallingAccount, ({ account_id }) => contacts.read({ account_id, contact_id: id }))
  return handlers
    .handle(
      "list",
      Effect.fnUntraced(function* ({ params }) {
        const { account_id, contact_id } = yield* contactOf(params)
        return { data: yield* notes.list(account_id, contact_id) }
      })
    )
    .handleRaw(
      "add",
      Effect.fnUntraced(function* ({ params, request }) {
        const { note } = yield* readNote(request)
        const { account_id, contact_id } = yield* contactOf(params)
        const { actor, user } = yield* CallingAccount
        return { data: yield* add({ account_id, contact_id }, { id: actor, email: user?.email ?? null }, note) }
      })
    )
    .handle(
      "remove",
      Effect.fnUntraced(function* ({ params }) {
        const { account_id } = yield* CallingAccount
        return { data: yield* notes.remove(account_id, params.id) }
      })
    )
})

export const ContactNotesHandlers = HttpApiBuilder.group(Api, "notes", build)
export const DashboardContactNotesHandlers = HttpApiBuilder.group(DashboardApi, "notes", build)
