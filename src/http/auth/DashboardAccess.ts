import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import {
  AccountAccess,
  ActingAccount,
  CurrentUser,
  RequiredRole,
  SameOrigin,
  SignedIn
} from "../../api/dashboard/Access.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { type CallerRole, mayCall } from "../../domain/accounts/AccountRole.ts"
import { NotFound } from "../../domain/Errors.ts"
import { Forbidden, NotSignedIn } from "../../domain/accounts/SignIn.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { Sessions } from "../../store/accounts/Sessions.ts"
import { retried } from "../../store/database/Transaction.ts"
import { isLoopback, publicUrl } from "../../store/settings/PublicUrl.ts"
import { callCapacity, takeWorkSlot } from "../capacity/CallCapacity.ts"
import { SessionCookie } from "../dashboard/Cookie.ts"
import { hasIds } from "./hasIds.ts"

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

const requirements: Readonly<Record<CallerRole, string>> = {
  anyone: "",
  user: "",
  member: "Only members of the account may do this",
  owner: "Only owners of the account may do this",
  operator: "Only the operator may do this"
}
const undeclared = new Forbidden({ message: "No role may do this" })

/** Refuses callers without the role that the endpoint's declaration names. */
const requireRole = (
  { annotations }: { readonly annotations: Context.Context<never> },
  held: CallerRole
): Effect.Effect<void, Forbidden> => {
  const required = Context.get(annotations, RequiredRole)
  if (required === null) return undeclared
  return mayCall(held, required) ? Effect.void : new Forbidden({ message: requirements[required] })
}

/** Finds the session's user, who needs the endpoint's role where no account is in the path, and limits the concurrency of each user's requests. */
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
        if (!endpoint.path.includes("/:account")) yield* requireRole(endpoint, user.operator ? "operator" : "user")
        // A request with a body takes its work slot once the body has arrived (Body.ts).
        const call = endpoint.payload.size > 0 ? httpEffect : Effect.andThen(takeWorkSlot, httpEffect)
        return yield* withCapacity(user.id)(Effect.provideService(call, CurrentUser, user))
      })
    )
  })
)

/** Finds the account in the path, if the user may act for it, and requires the endpoint's role in it. */
export const AccountAccessLayer = Layer.effect(
  AccountAccess,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    return AccountAccess.of((httpEffect, { endpoint }) =>
      Effect.gen(function* () {
        const params = yield* HttpRouter.params
        const { account: account_id = "" } = params
        // A malformed id costs no query.
        if (!hasIds(endpoint, params)) return yield* new NotFound()
        const user = yield* CurrentUser
        const account = yield* accounts.findFor(user, account_id)
        if (account === undefined) return yield* new NotFound()
        yield* requireRole(endpoint, account.role)
        const { default_country, clock_offset } = account
        const caller = { actor: user.id, cause: "dashboard" as const, user }
        return yield* httpEffect.pipe(
          Effect.provideService(CallingAccount, { account_id, default_country, clock_offset, ...caller }),
          Effect.provideService(ActingAccount, account)
        )
      })
    )
  })
)
