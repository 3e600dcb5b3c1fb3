import { Context, Duration, Effect, Layer, Semaphore } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { permits } from "../../domain/capacity/bounds.ts"
import { firstSlice, nextSlice } from "../../domain/capacity/scanSlices.ts"
import { Unavailable } from "../../domain/Errors.ts"
import { type ContactRange, nextRange } from "../../store/contacts/contactRange.ts"
import { isEmbedded } from "../../store/database/isEmbedded.ts"
import { retried, transactFor } from "../../store/database/Transaction.ts"
import { makeAccountTurns } from "./accountTurns.ts"

/** A read of all contacts of an account. */
interface Scan<A> {
  readonly account_id: string
  /** The contact before which it begins; null: at the newest. */
  readonly before: string | null
  /** Reads the contacts of a range, in a transaction. */
  readonly read: (range: ContactRange) => Effect.Effect<A, SqlError.SqlError>
  /** Whether the ranges read so far suffice; absent: never. */
  readonly isEnough?: (found: ReadonlyArray<A>) => boolean
}

/** Milliseconds that a statement on all contacts of an account may take. */
const maxMillis = 10_000

/**
 * Reads all contacts of an account, newest first, and gives what was found of each range. PostgreSQL reads them in one statement, which is
 * cancelled when its caller leaves. The embedded database, which runs one statement at a time and cannot be cancelled, reads slices of a
 * tenth of a second, so that other calls have their turn between them.
 */
export class ScanContacts extends Context.Service<
  ScanContacts,
  {
    readonly scan: <A>(scan: Scan<A>) => Effect.Effect<ReadonlyArray<A>, Unavailable>
    /** One read of few rows in the turn of an account, in a transaction. */
    readonly read: <A>(account_id: string, read: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, Unavailable>
  }
>()("tally/programs/contacts/ScanContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const inSlices = (yield* Effect.orDie(retried(sql`SELECT WHERE ${isEmbedded(sql)}`))).length > 0
      const statements = yield* Semaphore.make(permits.scans)
      const inTurn = makeAccountTurns(() => Semaphore.makeUnsafe(permits.scansOfAccount))

      const inTransaction = <A>(work: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, Unavailable> =>
        statements.withPermits(1)(transactFor(sql, maxMillis)(work))

      const readSlices = Effect.fnUntraced(function* <A>({ account_id, before, read, isEnough }: Scan<A>) {
        const found: Array<A> = []
        let [from, size] = [before, firstSlice]
        for (;;) {
          const slice = Effect.gen(function* () {
            const range = yield* nextRange(sql, account_id, from, size)
            return { end: range.from, value: yield* read(range) }
          })
          const [duration, { end, value }] = yield* Effect.timed(inTransaction(slice))
          found.push(value)
          if (end === null || isEnough?.(found) === true) return found
          from = end
          size = nextSlice(size, Duration.toMillis(duration))
        }
      })

      const bounded = Effect.timeoutOrElse({
        duration: 2 * maxMillis,
        orElse: () => Effect.fail(new Unavailable({ retryAfter: 5 }))
      })

      return ScanContacts.of({
        scan: (scan) =>
          inTurn(
            scan.account_id,
            inSlices
              ? readSlices(scan)
              : Effect.map(inTransaction(scan.read({ before: scan.before, from: null })), (value) => [value])
          ).pipe(bounded),
        read: (account_id, read) => bounded(inTurn(account_id, inTransaction(read)))
      })
    })
  )
}
