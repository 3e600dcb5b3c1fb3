import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { Invitation, MemberChange } from "../../domain/accounts/Member.ts"
import { ManageMembers } from "../../programs/accounts/ManageMembers.ts"
import { SignIn } from "../../programs/accounts/SignIn.ts"
import { Members } from "../../store/accounts/Members.ts"
import { payload } from "../server/payload.ts"

const readInvitation = payload(Invitation)
const readChange = payload(MemberChange)

export const MembersHandlers = HttpApiBuilder.group(
  DashboardApi,
  "members",
  Effect.fnUntraced(function* (handlers) {
    const members = yield* Members
    const manage = yield* ManageMembers
    const { createResetLink: createLink } = yield* SignIn

    const ownId = Effect.map(ActingAccount, ({ id }) => id)

    return handlers
      .handle("list", ({ query }) => Effect.flatMap(ActingAccount, ({ id }) => members.list(id, query)))
      .handleRaw(
        "invite",
        Effect.fnUntraced(function* ({ request }) {
          const account = yield* ActingAccount
          return { data: yield* manage.invite(account, yield* readInvitation(request), yield* CurrentUser) }
        })
      )
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ params, request }) {
          return { data: yield* manage.change(yield* ownId, params.id, (yield* readChange(request)).role) }
        })
      )
      .handle(
        "reset",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* createLink(yield* ownId, params.id, yield* CurrentUser) }
        })
      )
      .handle("credentials", ({ params }) => Effect.flatMap(ownId, (id) => manage.made(id, params.id)))
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params, query }) {
          const { revoke_credentials: revoke = "false" } = query
          return { data: yield* manage.remove(yield* ownId, params.id, revoke) }
        })
      )
  })
)
