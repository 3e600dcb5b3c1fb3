import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { Invitation, MemberChange } from "../../domain/accounts/Member.ts"
import { Forbidden } from "../../domain/accounts/SignIn.ts"
import { ManageMembers } from "../../programs/accounts/ManageMembers.ts"
import { ResetPassword } from "../../programs/accounts/ResetPassword.ts"
import { Members } from "../../store/accounts/Members.ts"
import { payload } from "./payload.ts"

const readInvitation = payload(Invitation)
const readChange = payload(MemberChange)
const ownersOnly = new Forbidden({ message: "Only an owner of the account may do this" })

export const MembersHandlers = HttpApiBuilder.group(
  DashboardApi,
  "members",
  Effect.fnUntraced(function* (handlers) {
    const members = yield* Members
    const manage = yield* ManageMembers
    const { createLink } = yield* ResetPassword

    const ownedAccount = Effect.gen(function* () {
      const account = yield* ActingAccount
      const user = yield* CurrentUser
      if (!user.operator && !(yield* members.isOwner(account.id, user.id))) return yield* ownersOnly
      return account
    })
    const ownedId = Effect.map(ownedAccount, ({ id }) => id)

    return handlers
      .handle("list", ({ query }) => Effect.flatMap(ActingAccount, ({ id }) => members.list(id, query)))
      .handleRaw(
        "invite",
        Effect.fnUntraced(function* ({ request }) {
          const account = yield* ownedAccount
          return { data: yield* manage.invite(account, yield* readInvitation(request), yield* CurrentUser) }
        })
      )
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ params, request }) {
          return { data: yield* manage.change(yield* ownedId, params.id, (yield* readChange(request)).role) }
        })
      )
      .handle(
        "reset",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* createLink(yield* ownedId, params.id, yield* CurrentUser) }
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params, query }) {
          const revoke = query.revoke_credentials === "true"
          return { data: yield* manage.remove(yield* ownedId, params.id, revoke) }
        })
      )
  })
)
