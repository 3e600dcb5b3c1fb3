import { Context, Duration, Effect, Layer, Semaphore } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { permits } from "../../domain/capacity/bounds.ts"
import { longSlices, nextSlice, shortSlices } from "../../domain/capacity/scanSlices.ts"
import { Unavailable } from "../../domain/Errors.ts"
import { type ContactRange, everyContact, nextRange } from "../../store/contacts/contactRange.ts"
import { keyedHash } from "../../store/keys/keyedHash.ts"
import { Keys } from "../../store/keys/Keys.ts"
import { isEmbedded } from "../../store/database/isEmbedded.ts"
import { retried, transactAtMost, transactFor } from "../../store/database/Transaction.ts"
import { makeAccountTurns } from "./accountTurns.ts"
import { type Count, type Counted, type CountedValues, makeCounter } from "./countContacts.ts"

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

/** Milliseconds that a statement which counts all contacts may take: in parts it takes longer, but is kept. */
const statementMillis = 5_000

/**
 * Reads all contacts of an account, newest first, and gives what was found of each range. PostgreSQL reads them in one statement, which is
 * cancelled when its caller leaves. The embedded database, which runs one statement at a time and cannot be cancelled, reads slices of a
 * tenth of a second, so that other calls have their turn between them.
 */
export class ScanContacts extends Context.Service<
  ScanContacts,
  {
    readonly scan: <A>(scan: Scan<A>) => Effect.Effect<ReadonlyArray<A>, Unavailable>
    /**
     * Makes a counter. PostgreSQL counts in one statement of five seconds at most. A longer count is made in slices, as each one is on the
     * embedded database: a call goes on where the last one of that name stopped, for ten seconds, and fails while contacts are left. The
     * process then keeps it, unless it found none.
     */
    readonly counter: <A>(values: CountedValues<A>) => (count: Count<A>) => Effect.Effect<Counted<A>, Unavailable>
    /** One read of few rows in the turn of an account, in a transaction. */
    readonly read: <A>(account_id: string, read: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, Unavailable>
  }
>()("tally/programs/contacts/ScanContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const inSlices = (yield* Effect.orDie(retried(sql`SELECT WHERE ${isEmbedded(sql)}`))).length > 0
      const sizes = inSlices ? shortSlices : longSlices
      const statements = yield* Semaphore.make(permits.scans)
      const inTurn = makeAccountTurns(() => Semaphore.makeUnsafe(permits.scansOfAccount))

      const inTransaction = <A>(work: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, Unavailable> =>
        statements.withPermits(1)(transactFor(sql, maxMillis)(work))

      const readSlice = Effect.fnUntraced(function* <A>(
        account_id: string,
        before: string | null,
        size: number,
        read: (range: ContactRange) => Effect.Effect<A, SqlError.SqlError>
      ) {
        const slice = Effect.gen(function* () {
          const range = yield* nextRange(sql, account_id, before, size)
          return { from: range.from, value: yield* read(range) }
        })
        // Without the wait for its turn, which says nothing about the slice.
        const [duration, found] = yield* statements.withPermits(1)(Effect.timed(transactFor(sql, maxMillis)(slice)))
        return { ...found, next: nextSlice(size, Duration.toMillis(duration), sizes) }
      })

      const readSlices = Effect.fnUntraced(function* <A>({ account_id, before, read, isEnough }: Scan<A>) {
        const found: Array<A> = []
        let [start, size] = [before, sizes.first]
        for (;;) {
          const { from, value, next } = yield* readSlice(account_id, start, size, read)
          found.push(value)
          if (from === null || isEnough?.(found) === true) return found
          start = from
          size = next
        }
      })

      const bounded = Effect.timeoutOrElse({
        duration: 2 * maxMillis,
        orElse: () => Effect.fail(new Unavailable({ retryAfter: 5 }))
      })

      const count = makeCounter({
        firstSize: sizes.first,
        hash: keyedHash(yield* Keys, "counts"),
        readSlice,
        atOnce: (read) =>
          inSlices
            ? Effect.fail(new Unavailable({ retryAfter: 1 }))
            : statements.withPermits(1)(transactAtMost(sql, statementMillis)(read(everyContact)))
      })

      return ScanContacts.of({
        counter: (values) => {
          const counted = count(values)
          return (of) => bounded(inTurn(of.account_id, counted(of)))
        },
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
