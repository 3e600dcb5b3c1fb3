import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { AccountAccess, ActingAccount, CurrentUser, SameOrigin, SignedIn } from "../../api/dashboard/Access.ts"
import { NotFound } from "../../domain/Errors.ts"
import { isId } from "../../domain/values/Id.ts"
import { Forbidden, NotSignedIn } from "../../domain/accounts/SignIn.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { Sessions } from "../../store/accounts/Sessions.ts"
import { retried } from "../../store/database/Transaction.ts"
import { isLoopback, publicUrl } from "../../store/database/PublicUrl.ts"
import { callCapacity, takeWorkSlot } from "../capacity/CallCapacity.ts"
import { SessionCookie } from "./Cookie.ts"

const crossSite = new Forbidden({ message: "The request comes from another site" })

/** Rejects cross-site requests. Browsers send `Origin` with every state change; other clients cannot be tricked into sending the cookie. */
export const SameOriginLayer = Layer.effect(
  SameOrigin,
  Effect.gen(function* () {
    const own = yield* publicUrl
    return SameOrigin.of((httpEffect) =>
      Effect.gen(function* () {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const origin = headers["origin"]
        const isOwn =
          origin === undefined ||
          origin === own.origin ||
          // Any loopback name and port. Other names that resolve here, as in DNS rebinding, are foreign.
          (own.loopback && origin === `http://${headers["host"]}` && isLoopback(new URL(origin).hostname))
        const site = headers["sec-fetch-site"]
        if (!isOwn || site === "cross-site" || site === "same-site") return yield* crossSite
        return yield* httpEffect
      })
    )
  })
)

/** Finds the session's user and limits the concurrency of each user's requests. */
export const SignedInLayer = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const cookie = yield* SessionCookie
    const withCapacity = callCapacity("dashboard")
    return SignedIn.of((httpEffect, { endpoint }) =>
      Effect.gen(function* () {
        const secret = yield* cookie.read
        const user = secret === undefined ? undefined : yield* retried(sessions.findUser(secret))
        if (user === undefined) return yield* new NotSignedIn()
        // A request with a body takes its work slot once the body has arrived (Body.ts).
        const call = endpoint.payload.size > 0 ? httpEffect : Effect.andThen(takeWorkSlot, httpEffect)
        return yield* withCapacity(user.id)(Effect.provideService(call, CurrentUser, user))
      })
    )
  })
)

/** Finds the account in the path, if the user may act for it. */
export const AccountAccessLayer = Layer.effect(
  AccountAccess,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    return AccountAccess.of((httpEffect) =>
      Effect.gen(function* () {
        const { account: account_id = "", id = "-" } = yield* HttpRouter.params
        // A malformed id costs no query.
        if (!isId(account_id) || !isId(id)) return yield* new NotFound()
        const account = yield* accounts.findFor(yield* CurrentUser, account_id)
        if (account === undefined) return yield* new NotFound()
        return yield* Effect.provideService(httpEffect, ActingAccount, account)
      })
    )
  })
)
