import { DateTime, Schema } from "effect"
import { Timestamp } from "../values/Time.ts"

/** A contact that stands for an outcome. */
export const BacktestExample = Schema.Struct({
  outcome: Schema.String,
  contact_id: Schema.String,
  at: Timestamp
}).annotate({ identifier: "BacktestExample" })
export type BacktestExample = typeof BacktestExample.Type

/** The contacts that a part, and a whole, lists for each outcome. */
export const maxExamples = { part: 5, whole: 25 }

/** The first contacts of each outcome. */
export const makeExamples = () => {
  const examples = new Map<string, Array<BacktestExample>>()
  return {
    add: (outcome: string, contact_id: string, at: number): void => {
      const shown = examples.get(outcome) ?? []
      if (shown.length >= maxExamples.part || shown.at(-1)?.contact_id === contact_id) return
      shown.push({ outcome, contact_id, at: DateTime.makeUnsafe(at) })
      examples.set(outcome, shown)
    },
    read: (): ReadonlyArray<BacktestExample> => byKey(examples).flatMap(([, shown]) => shown)
  }
}

/** The examples of two parts, as many as a whole lists. Pure. */
export const joinExamples = (
  one: ReadonlyArray<BacktestExample>,
  other: ReadonlyArray<BacktestExample>
): ReadonlyArray<BacktestExample> =>
  byKey(Map.groupBy([...one, ...other], ({ outcome }) => outcome)).flatMap(([, shown]) =>
    shown.slice(0, maxExamples.whole)
  )

/** The entries of a map in the order of their keys. */
export const byKey = <Key extends string | number, Value>(
  map: ReadonlyMap<Key, Value>
): ReadonlyArray<readonly [Key, Value]> =>
  [...map].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))

/** Rows of both parts, one for each value of `name`, in its order. Pure. */
export const joinRows = <Name extends string, Row extends { readonly [K in Name]: string | number }>(
  name: Name,
  one: ReadonlyArray<Row>,
  other: ReadonlyArray<Row>,
  add: (a: Row, b: Row) => Row
): ReadonlyArray<Row> => {
  const rows = new Map<string | number, Row>()
  for (const row of [...one, ...other]) {
    const before = rows.get(row[name])
    rows.set(row[name], before === undefined ? row : add(before, row))
  }
  return byKey(rows).map(([, row]) => row)
}
