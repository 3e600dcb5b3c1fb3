import { Effect } from "effect"
import { Distribution } from "./Distribution.ts"

/**
 * Gives a function that runs a statement on rows of several accounts: on those of one account at a time where account data is
 * distributed, else on all together.
 */
export const accountBatches = Effect.map(
  Distribution,
  (distribution) =>
    <Row extends { readonly account_id: string }, A, E, R>(
      rows: ReadonlyArray<Row>,
      run: (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<A>, E, R>
    ): Effect.Effect<ReadonlyArray<A>, E, R> => {
      if (rows.length === 0) return Effect.succeed([])
      if (distribution === "none") return run(rows)
      const batches = Map.groupBy(rows, ({ account_id }) => account_id).values()
      return Effect.map(Effect.forEach(batches, run), (results) => results.flat())
    }
)
