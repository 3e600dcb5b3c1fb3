import { Context, Effect, Layer } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { publicUrl } from "../../store/settings/PublicUrl.ts"

const form = /^[A-Za-z0-9_-]{43}$/

/** The cookie that holds the session's secret. The browser drops it on exit; the server ends the session itself. */
export class SessionCookie extends Context.Service<
  SessionCookie,
  {
    /** The cookie's value, if it has the form of a session's secret. */
    readonly read: Effect.Effect<string | undefined, never, HttpServerRequest.HttpServerRequest>
    readonly set: (secret: string) => Effect.Effect<void, never, HttpServerRequest.HttpServerRequest>
    readonly clear: Effect.Effect<void, never, HttpServerRequest.HttpServerRequest>
  }
>()("tally/http/dashboard/SessionCookie") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const { secure } = yield* publicUrl
      const name = secure ? "__Host-session" : "session"
      const options = { httpOnly: true, sameSite: "lax" as const, path: "/", secure }
      return SessionCookie.of({
        read: Effect.map(HttpServerRequest.HttpServerRequest, ({ cookies }) => {
          const secret = cookies[name]
          // A malformed secret costs no query.
          return secret !== undefined && form.test(secret) ? secret : undefined
        }),
        set: (secret) =>
          HttpEffect.appendPreResponseHandler((_, response) =>
            Effect.orDie(HttpServerResponse.setCookie(response, name, secret, options))
          ),
        clear: HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.orDie(HttpServerResponse.expireCookie(response, name, options))
        )
      })
    })
  )
}
