import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { invitationPrefix } from "../../domain/accounts/Member.ts"
import { AcceptInput, ForgottenInput, PasswordChange, SetUpInput, SignInInput } from "../../domain/accounts/SignIn.ts"
import type { User } from "../../domain/accounts/User.ts"
import { SignIn, type SignedInUser } from "../../programs/accounts/SignIn.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { Sessions } from "../../store/accounts/Sessions.ts"
import { retried } from "../../store/database/Transaction.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { SessionCookie } from "./Cookie.ts"
import { payload } from "../server/payload.ts"

const readSignIn = payload(SignInInput)
const readSetUp = payload(SetUpInput)
const readAccept = payload(AcceptInput)
const readForgotten = payload(ForgottenInput)
const readPasswordChange = payload(PasswordChange)

export const SessionHandlers = HttpApiBuilder.group(
  DashboardApi,
  "session",
  Effect.fnUntraced(function* (handlers) {
    const signIn = yield* SignIn
    const accounts = yield* Accounts
    const sessions = yield* Sessions
    const cookie = yield* SessionCookie
    const addresses = yield* ClientAddress

    const sessionOf = (user: User) =>
      Effect.map(accounts.list(user, { per_page: 100 }), ({ data }) => ({ data: { user, accounts: data } }))
    const startSession = Effect.fnUntraced(function* ({ user, secret }: SignedInUser) {
      yield* cookie.set(secret)
      return yield* sessionOf(user)
    })

    return handlers
      .handle("read", () => Effect.flatMap(CurrentUser, sessionOf))
      .handle(
        "signOut",
        Effect.fnUntraced(function* () {
          const secret = yield* cookie.read
          yield* takeWorkSlot
          if (secret !== undefined) yield* retried(sessions.end(secret))
          yield* cookie.clear
          return { data: null }
        })
      )
      .handleRaw(
        "changePassword",
        Effect.fnUntraced(function* ({ request }) {
          const input = yield* readPasswordChange(request)
          return yield* startSession(yield* signIn.changePassword(yield* CurrentUser, input, addresses.of(request)))
        })
      )
      .handleRaw(
        "accept",
        Effect.fnUntraced(function* ({ request }) {
          const user = yield* CurrentUser
          yield* signIn.acceptSignedIn(user, (yield* readAccept(request)).secret)
          return yield* sessionOf(user)
        })
      )
      .handleRaw(
        "signIn",
        Effect.fnUntraced(function* ({ request }) {
          return yield* startSession(
            yield* signIn.signIn(yield* readSignIn(request), addresses.of(request), yield* cookie.read)
          )
        })
      )
      .handleRaw(
        "forgotten",
        Effect.fnUntraced(function* ({ request }) {
          const { email } = yield* readForgotten(request)
          // The answer is the same whether or not a user has the address.
          return { data: { mailed: yield* signIn.mailResetLink(email, addresses.of(request)) } }
        })
      )
      .handleRaw(
        "setUp",
        Effect.fnUntraced(function* ({ request }) {
          const input = yield* readSetUp(request)
          const replaced = yield* cookie.read
          const signedIn = input.secret.startsWith(invitationPrefix)
            ? signIn.accept(input, addresses.of(request), replaced)
            : signIn.setUp(input, replaced)
          return yield* startSession(yield* signedIn)
        })
      )
  })
)
