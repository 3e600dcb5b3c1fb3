import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { AccountAccess, ActingAccount, CurrentUser, SameOrigin, SignedIn } from "../../api/dashboard/Access.ts"
import { NotFound } from "../../domain/Errors.ts"
import { isId } from "../../domain/values/Id.ts"
import { Forbidden, NotSignedIn } from "../../domain/accounts/SignIn.ts"
import { ManagedAccounts } from "../../store/accounts/ManagedAccounts.ts"
import { Sessions } from "../../store/accounts/Sessions.ts"
import { retried } from "../../store/database/Transaction.ts"
import { isLoopback, publicUrl } from "../../store/database/PublicUrl.ts"
import { callCapacity, takeWorkSlot } from "../capacity/CallCapacity.ts"
import { SessionCookie } from "./Cookie.ts"

const foreign = new Forbidden({ message: "The request comes from another site" })

// A browser always tells the origin of a state change; other programs tell none and carry no cookie by themselves.
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
          // By whatever loopback name and port. Another name that leads here, as in DNS rebinding, is not the service's own.
          (own.loopback && origin === `http://${headers["host"]}` && isLoopback(new URL(origin).hostname))
        const site = headers["sec-fetch-site"]
        if (!isOwn || site === "cross-site" || site === "same-site") return yield* foreign
        return yield* httpEffect
      })
    )
  })
)

export const SignedInLayer = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const cookie = yield* SessionCookie
    const withCapacity = callCapacity("dashboard")
    return SignedIn.of((httpEffect, { endpoint }) =>
      Effect.gen(function* () {
        const secret = yield* cookie.read
        const user = secret === undefined ? undefined : yield* retried(sessions.user(secret))
        if (user === undefined) return yield* new NotSignedIn()
        // A call with a body takes its place when that has come (Body.ts).
        const call = endpoint.payload.size > 0 ? httpEffect : Effect.andThen(takeWorkSlot, httpEffect)
        return yield* withCapacity(user.id)(Effect.provideService(call, CurrentUser, user))
      })
    )
  })
)

export const AccountAccessLayer = Layer.effect(
  AccountAccess,
  Effect.gen(function* () {
    const accounts = yield* ManagedAccounts
    return AccountAccess.of((httpEffect) =>
      Effect.gen(function* () {
        const { account = "", id = "-" } = yield* HttpRouter.params
        // What can't be an id is not looked up.
        if (!isId(account) || !isId(id)) return yield* new NotFound()
        const found = yield* accounts.find(yield* CurrentUser, account)
        if (found === undefined) return yield* new NotFound()
        return yield* Effect.provideService(httpEffect, ActingAccount, found)
      })
    )
  })
)
