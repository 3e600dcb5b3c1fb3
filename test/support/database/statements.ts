import type { Vitest } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { type SqlClient, Statement } from "effect/sql"
import { onEither } from "./databases.ts"
import { type Origin, OriginLayer } from "../http/http.ts"

interface ExecutedStatement {
  readonly sql: string
  readonly params: ReadonlyArray<unknown>
}

// Deferred writes for many calls.
const deferredWrites = /last_used_at|INTO request_(?:log|days)|log_requests|^DELETE FROM request_/

/** Records the SQL statements of a suite's service. */
export class Statements extends Context.Service<
  Statements,
  {
    /** Runs an effect; returns its result and the statements executed meanwhile, in order. */
    readonly during: <A, E, R>(
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<readonly [A, ReadonlyArray<ExecutedStatement>], E, R>
  }
>()("tally/test/Statements") {
  static readonly layer = Layer.suspend(() => {
    let executed: Array<ExecutedStatement> = []
    const note: Statement.Transformer = (statement) =>
      Effect.sync(() => {
        const [text, params] = statement.compile()
        const sql = text.replace(/\s+/g, " ").trim()
        if (!deferredWrites.test(sql)) executed.push({ sql, params })
        return statement
      })
    return Layer.merge(
      Layer.succeed(Statement.CurrentTransformer, note),
      Layer.succeed(Statements, {
        during: (effect) =>
          Effect.suspend(() => {
            executed = []
            return Effect.map(effect, (result) => [result, executed] as const)
          })
      })
    )
  })
}

/** `onEitherOverSocket` with the statements recorded. */
export const onEitherWatched = (
  name: string,
  suite: (it: Vitest.MethodsNonLive<Origin | SqlClient.SqlClient | Statements>) => void
): void => onEither(name, OriginLayer.pipe(Layer.provideMerge(Statements.layer)), suite, { excludeTestServices: true })
