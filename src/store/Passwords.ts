import { Context, Effect, Layer, Semaphore } from "effect"
import { Unavailable } from "../domain/Failure.ts"
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"

const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

const derive = (password: string, salt: Buffer) =>
  Effect.callback<Buffer>((resume) => {
    scrypt(password, salt, 32, cost, (error, key) => resume(error === null ? Effect.succeed(key) : Effect.die(error)))
  })

const atOnce = 4
const mostWaiting = 200

/** Passwords as scrypt hashes. A hash takes 32 MiB and tens of milliseconds, so few are made at a time. */
export class Passwords extends Context.Service<
  Passwords,
  {
    readonly hash: (password: string) => Effect.Effect<string, Unavailable>
    /** Takes the same time without a hash, which no password matches. */
    readonly matches: (password: string, hash: string | null) => Effect.Effect<boolean, Unavailable>
  }
>()("tally/store/Passwords") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const places = yield* Semaphore.make(atOnce)
      let waiting = 0
      const limited = (work: Effect.Effect<Buffer>) =>
        Effect.suspend(() => {
          if (waiting >= mostWaiting) return Effect.fail(new Unavailable({ retryAfter: 5 }))
          waiting++
          // A hash that was begun can't be stopped: it keeps its place until it is made, also when nobody waits for it.
          return places.withPermit(Effect.uninterruptible(work)).pipe(Effect.ensuring(Effect.sync(() => waiting--)))
        })
      return Passwords.of({
        hash: (password) =>
          Effect.suspend(() => {
            const salt = randomBytes(16)
            return Effect.map(
              limited(derive(password, salt)),
              (key) => `scrypt$15$8$1$${salt.toString("base64url")}$${key.toString("base64url")}`
            )
          }),
        matches: (password, hash) =>
          Effect.suspend(() => {
            const [salt = "", key = ""] = (hash ?? "").split("$").slice(4)
            const expected = Buffer.from(key, "base64url")
            return Effect.map(
              limited(derive(password, Buffer.from(salt, "base64url"))),
              (actual) => hash !== null && expected.length === actual.length && timingSafeEqual(expected, actual)
            )
          })
      })
    })
  )
}
