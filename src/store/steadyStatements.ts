import { Effect } from "effect"
import type { CurrentTransformer } from "effect/sql/Statement"

// Times and ids of messages have more digits than any count.
const ids = /IN \((\d{10,}(?:,\d{10,})*)\)/g
const time = /<= (\d{10,})/g

/**
 * The engine writes times and ids of messages into the text of its statements. Each text is prepared once on every connection,
 * and kept there and in PostgreSQL: a new one each second, and what we ask seldom would be forgotten for them. So what
 * changes becomes a parameter, and the text stays.
 */
export const steady = (text: string, parameters: ReadonlyArray<unknown>): readonly [string, ReadonlyArray<unknown>] => {
  const all = [...parameters]
  const placed = (value: string) => `$${all.push(value)}`
  const stays = text
    .replace(ids, (_, list: string) => `= ANY(${placed(`{${list}}`)}::text::bigint[])`)
    .replace(time, (_, at: string) => `<= ${placed(at)}::text::bigint`)
  return [stays, all]
}

export const steadyStatements: NonNullable<(typeof CurrentTransformer)["Service"]> = (statement, sql) =>
  Effect.sync(() => {
    const [text, parameters] = statement.compile()
    const [stays, all] = steady(text, parameters)
    return stays === text ? statement : sql.unsafe(stays, all)
  })
