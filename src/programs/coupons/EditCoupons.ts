import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type AddedCodes,
  type Coupon,
  type CouponCodesToMake,
  type CouponInput,
  maxListedCodes
} from "../../domain/coupons/Coupon.ts"
import { codeKey, distinctCodes } from "../../domain/coupons/couponCode.ts"
import { bytesFor, codesOf, maxCodesOf } from "../../domain/coupons/couponPattern.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { NamedListQuery, Page } from "../../domain/lists/Page.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeCoupons } from "../../store/coupons/Coupons.ts"
import { readOnly, transact, transactOnce } from "../../store/database/Transaction.ts"
import { Secrets } from "../../store/keys/Secrets.ts"

/** The operations on coupons, each in one transaction (contract §21). */
export class EditCoupons extends Context.Service<
  EditCoupons,
  {
    /** By name. */
    readonly list: (account_id: string, query: NamedListQuery) => Effect.Effect<Page<Coupon>, Unavailable>
    readonly read: (account_id: string, coupon_id: string) => Effect.Effect<Coupon, NotFound | Unavailable>
    readonly create: (account_id: string, input: CouponInput) => Effect.Effect<Coupon, ValidationFailed | Unavailable>
    /** Adds the codes that no coupon of the account has. Repeating a call is safe. */
    readonly addCodes: (
      account_id: string,
      coupon_id: string,
      codes: ReadonlyArray<string>
    ) => Effect.Effect<AddedCodes, NotFound | ValidationFailed | Unavailable>
    /** Makes new codes from a pattern. */
    readonly makeCodes: (
      account_id: string,
      coupon_id: string,
      wanted: CouponCodesToMake
    ) => Effect.Effect<AddedCodes, NotFound | ValidationFailed | Unavailable>
    /** Deletes the coupon with its free codes, and gives it as it was. Fails while a flow or campaign shows it. The codes that were given are still counted in orders. */
    readonly remove: (
      account_id: string,
      coupon_id: string
    ) => Effect.Effect<Coupon, NotFound | ValidationFailed | Unavailable>
  }
>()("tally/programs/coupons/EditCoupons") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const coupons = yield* makeCoupons
      const secrets = yield* Secrets

      // A process or call that ended in between left free codes of a deleted coupon: the account's next change of coupons or codes goes on
      // with them, so that they don't count as duplicates.
      const clear = (account_id: string) =>
        Effect.ignore(Effect.repeat(transact(sql)(coupons.clearCodes(account_id)), { while: (more) => more }))

      const cleared = <A, E, R>(work: Effect.Effect<A, E, R>, account_id: string) =>
        Effect.andThen(clear(account_id), work)

      const randomCodes = Effect.fnUntraced(function* (pattern: string, count: number) {
        const random = yield* secrets.random(bytesFor(pattern, count), "hex")
        return distinctCodes(codesOf(pattern, count, Buffer.from(random, "hex"))).distinct
      })

      return EditCoupons.of({
        list: (account_id, query) => readOnly(sql)(coupons.list(account_id, query)),
        read: (account_id, coupon_id) => readOnly(sql)(coupons.read(account_id, coupon_id)),
        create: Effect.fnUntraced(function* (account_id, input) {
          yield* clear(account_id)
          const created = Effect.flatMap(coupons.create(account_id, input), (id) => coupons.read(account_id, id))
          return yield* Effect.catchTag(transactOnce(sql)(created), "NotFound", Effect.die)
        }),
        addCodes: Effect.fnUntraced(
          function* (account_id, coupon_id, given) {
            const { distinct, repeated } = distinctCodes(given)
            yield* coupons.lockPool(account_id, coupon_id)
            const added = yield* coupons.addCodes(account_id, coupon_id, distinct)
            const duplicates = [...distinct.filter((code) => !added.has(codeKey(code))), ...repeated]
            return {
              added: added.size,
              duplicates: duplicates.length,
              duplicate_codes: duplicates.slice(0, maxListedCodes),
              coupon: yield* coupons.read(account_id, coupon_id)
            }
          },
          transact(sql),
          cleared
        ),
        makeCodes: Effect.fnUntraced(
          function* (account_id, coupon_id, { pattern, count }) {
            const total = yield* coupons.lockPool(account_id, coupon_id)
            const max = maxCodesOf(pattern)
            if (total + count > max) return yield* invalid("pattern", tooFewPlaces(max))
            let added = 0
            // A code that the account has already is made anew: one of ten thousand is.
            while (added < count) {
              const made = yield* randomCodes(pattern, count - added)
              added += (yield* coupons.addCodes(account_id, coupon_id, made)).size
            }
            const coupon = yield* coupons.read(account_id, coupon_id)
            return { added, duplicates: 0, duplicate_codes: [], coupon }
          },
          transactOnce(sql),
          cleared
        ),
        remove: Effect.fnUntraced(function* (account_id, coupon_id) {
          const removed = yield* transactOnce(sql)(
            Effect.gen(function* () {
              const coupon = yield* coupons.read(account_id, coupon_id)
              const user = yield* coupons.usedBy(account_id, coupon.name)
              if (user !== undefined) return yield* invalid("", usedBy(user))
              yield* coupons.remove(account_id, coupon_id)
              // A small pool fits into one step, so that its deletion is whole when it is committed.
              yield* coupons.clearCodes(account_id)
              return coupon
            })
          )
          yield* clear(account_id)
          return removed
        })
      })
    })
  ).pipe(Layer.provide(Secrets.layer))
}

const usedBy = (name: string): string =>
  `"${name}" shows its codes. Pause it, or take the coupon out of its messages first`

const tooFewPlaces = (max: number): string =>
  `Codes of this pattern could be guessed: a coupon may have ${max} of them. Use more #`
