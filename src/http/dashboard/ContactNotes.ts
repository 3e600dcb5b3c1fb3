import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { ContactNoteInput } from "../../domain/contacts/ContactNote.ts"
import { AddNote } from "../../programs/contacts/AddNote.ts"
import { ContactNotes } from "../../store/contacts/ContactNotes.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { payload } from "./payload.ts"

const readNote = payload(ContactNoteInput)

export const ContactNotesHandlers = HttpApiBuilder.group(
  DashboardApi,
  "notes",
  Effect.fnUntraced(function* (handlers) {
    const contacts = yield* Contacts
    const notes = yield* ContactNotes
    const { add } = yield* AddNote
    const contactOf = ({ id }: { readonly id: string }) =>
      Effect.flatMap(ActingAccount, (account) => contacts.read({ account_id: account.id, contact_id: id }))
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
          return { data: yield* add({ account_id, contact_id }, yield* CurrentUser, note) }
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          const { id: account_id } = yield* ActingAccount
          return { data: yield* notes.remove(account_id, params.id) }
        })
      )
  })
)
