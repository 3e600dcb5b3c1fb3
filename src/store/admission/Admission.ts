import { Effect, Schema } from "effect"
import { Scope } from "../../domain/accounts/Scope.ts"
import { millisOf } from "../database/timestamps.ts"

/** A fixed window after this request: `reset` in Unix seconds. */
interface Window {
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

/** The verdict on a request. `caller` is null without a valid token, `target` null when the named account is not theirs. */
export interface Admission {
  readonly granted: boolean
  /** The database's time, in milliseconds. */
  readonly now: number
  /** Seconds until both windows have room again. */
  readonly retryAfter: number
  readonly minute: Window
  readonly day: Window
  readonly caller: {
    readonly home: string
    /** The account at the top, which shares its places among its subaccounts. */
    readonly top_level: string
    readonly token_id: string
    /** Whose token it is; null for an API token. */
    readonly application_id: string | null
    readonly scopes: ReadonlyArray<Scope>
    readonly target: {
      readonly account_id: string
      readonly default_country: string
      readonly clock_offset: number
    } | null
  } | null
}

const Row = Schema.Struct({
  at: Schema.Int,
  now: Schema.Number,
  home: Schema.NullOr(Schema.String),
  top_level: Schema.NullOr(Schema.String),
  token_id: Schema.NullOr(Schema.String),
  application_id: Schema.NullOr(Schema.String),
  scopes: Schema.NullOr(Schema.Array(Scope)),
  target: Schema.NullOr(Schema.String),
  default_country: Schema.NullOr(Schema.String),
  clock_offset: Schema.NullOr(Schema.Number),
  place: Schema.Int,
  minute: Schema.Number,
  minute_used: Schema.Int,
  minute_limit: Schema.Int,
  day: Schema.Number,
  day_used: Schema.Int,
  day_limit: Schema.Int,
  granted: Schema.Int
})

/** The columns of `verdict` (admission.ts) as this reads them, inside a JSON row: times in milliseconds. */
export const admittedColumns = Object.keys(Row.fields)
  .map((name) => (["now", "minute", "day"].includes(name) ? millisOf(name) : name))
  .join(", ")

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const windowOf = (start: number, seconds: number, limit: number, used: number): Window => ({
  limit,
  remaining: Math.max(0, limit - used),
  reset: start / 1000 + seconds
})

const admitted = (row: typeof Row.Type): Admission => {
  const granted = row.place <= row.granted
  // The row tells the state after the whole batch; those granted after this one had not been counted yet.
  const later = granted ? row.granted - row.place : 0
  const minute = windowOf(row.minute, 60, row.minute_limit, row.minute_used - later)
  const day = windowOf(row.day, 86_400, row.day_limit, row.day_used - later)
  const wait = Math.max(minute.remaining > 0 ? 0 : minute.reset, day.remaining > 0 ? 0 : day.reset)
  return {
    granted,
    now: row.now,
    retryAfter: Math.max(1, Math.ceil(wait - row.now / 1000)),
    minute,
    day,
    caller:
      row.home === null || row.token_id === null
        ? null
        : {
            home: row.home,
            top_level: row.top_level ?? row.home,
            token_id: row.token_id,
            application_id: row.application_id,
            scopes: row.scopes ?? [],
            target:
              row.target === null
                ? null
                : {
                    account_id: row.target,
                    default_country: row.default_country ?? "US",
                    clock_offset: row.clock_offset ?? 0
                  }
          }
  }
}

/** The verdicts in the rows of an admission, in the order of the requests. */
export const decodeAdmitted = (rows: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<Admission>> =>
  Effect.map(Effect.orDie(decodeRows(rows)), (decoded) => decoded.toSorted((a, b) => a.at - b.at).map(admitted))
