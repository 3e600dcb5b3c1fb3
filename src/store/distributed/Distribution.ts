import { Context, Effect } from "effect"

/**
 * Whether the tables of account data are distributed by `account_id` over several database nodes. `by_account`: a statement that touches
 * them must name one account by a parameter for each of them (`accountOf`).
 */
export const Distribution = Context.Reference<"none" | "by_account">("tally/store/distributed/Distribution", {
  defaultValue: () => "none"
})

/**
 * The differences of the service where account data is distributed. `inBatches` runs a statement on rows of several accounts: on those of one
 * account at a time where it is, else on all together; not at all on none.
 */
export const accountPlacement = Effect.map(Distribution, (distribution) => {
  const isDistributed = distribution === "by_account"
  const batchesOf = <Row extends { readonly account_id: string }>(
    rows: ReadonlyArray<Row>
  ): ReadonlyArray<ReadonlyArray<Row>> =>
    isDistributed ? [...Map.groupBy(rows, ({ account_id }) => account_id).values()] : rows.length === 0 ? [] : [rows]
  return {
    isDistributed,
    inBatches: <Row extends { readonly account_id: string }, A, E, R>(
      rows: ReadonlyArray<Row>,
      run: (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<A>, E, R>
    ): Effect.Effect<ReadonlyArray<A>, E, R> =>
      Effect.map(Effect.forEach(batchesOf(rows), run), (results) => results.flat())
  }
})
