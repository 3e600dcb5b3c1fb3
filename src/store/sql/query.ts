import { Effect, Schema } from "effect"

/** Runs a statement and gives its rows, decoded by `row`. A row that does not decode is a defect. */
export const query = <A, I>(row: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  return <E, R>(statement: Effect.Effect<unknown, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
    Effect.flatMap(statement, (rows) => Effect.orDie(decode(rows)))
}

/** `query` for statements of at most one row: undefined where there is none. */
export const queryOne = <A, I>(row: Schema.Codec<A, I>) => {
  const all = query(row)
  return <E, R>(statement: Effect.Effect<unknown, E, R>): Effect.Effect<A | undefined, E, R> =>
    Effect.map(all(statement), ([first]) => first)
}
