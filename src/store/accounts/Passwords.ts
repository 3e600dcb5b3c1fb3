import { Context, Effect, Layer } from "effect"
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import type { Unavailable } from "../../domain/Errors.ts"
import { makePriorityLimit } from "./PriorityLimit.ts"

/** The binary logarithm of the cost N of new hashes; each hash keeps its own. Tests lower it. */
export const PasswordCost = Context.Reference<number>("tally/store/accounts/PasswordCost", { defaultValue: () => 15 })

const derive = (password: string, salt: Buffer, cost: number) =>
  Effect.callback<Buffer>((resume) => {
    scrypt(password, salt, 32, { N: 2 ** cost, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      resume(error === null ? Effect.succeed(key) : Effect.die(error))
    )
  })

// A hash takes 32 MiB and tens of milliseconds of a core.
const maxConcurrent = 4
const maxRunningAndWaiting = 200

/**
 * Scrypt hashes of passwords, few at a time. Lower ranks go first: sign-ins pass their client address's number of attempts, so that
 * password guessing waits behind other users.
 */
export class Passwords extends Context.Service<
  Passwords,
  {
    readonly hash: (password: string, rank?: number) => Effect.Effect<string, Unavailable>
    /** Compares in constant time. Without a hash it takes as long, and no password matches. */
    readonly matches: (password: string, hash: string | null, rank?: number) => Effect.Effect<boolean, Unavailable>
  }
>()("tally/store/accounts/Passwords") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const cost = yield* PasswordCost
      const { run } = makePriorityLimit(maxConcurrent, maxRunningAndWaiting)
      return Passwords.of({
        hash: (password, rank = 0) =>
          Effect.suspend(() => {
            const salt = randomBytes(16)
            return Effect.map(
              run(rank, derive(password, salt, cost)),
              (key) => `scrypt$${cost}$8$1$${salt.toString("base64url")}$${key.toString("base64url")}`
            )
          }),
        matches: (password, hash, rank = 0) =>
          Effect.suspend(() => {
            const [log = cost, , , salt = "", key = ""] = (hash ?? "").split("$").slice(1)
            const expected = Buffer.from(key, "base64url")
            return Effect.map(
              run(rank, derive(password, Buffer.from(salt, "base64url"), Number(log))),
              (actual) => hash !== null && expected.length === actual.length && timingSafeEqual(expected, actual)
            )
          })
      })
    })
  )
}
