import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { Statement } from "effect/sql"
import { appendFileSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { oneLine } from "./sourceStatements.ts"

/** A statement as it was first sent. */
export interface RecordedStatement {
  readonly sql: string
  /** The test file that sent it. */
  readonly suite: string
  /** Its parameters: texts, the types of arrays, and those that are null. */
  readonly params: ReadonlyArray<{ readonly text: string | null; readonly type: string | null; readonly isNull?: true }>
}

const arrays: Record<number, string> = { [1009]: "text[]", [1016]: "bigint[]" }

const parameterOf = (value: unknown) => ({
  text: typeof value === "string" ? value : null,
  type: PgTypes.isParameter(value) ? (arrays[value.oid] ?? null) : null,
  ...(value === null ? { isNull: true as const } : {})
})

/** Calls `record` with every statement, before it is sent. */
export const watchStatements = (record: (statement: RecordedStatement) => void) =>
  Layer.succeed(Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      const [text, params] = statement.compile()
      record({ sql: oneLine(text), suite: expect.getState().testPath ?? "", params: params.map(parameterOf) })
      return statement
    })
  )

const recorded = new Set<string>()

/** A SQL text with the places of its null parameters. */
const shapeOf = ({ sql, params }: RecordedStatement): string =>
  `${params.flatMap(({ isNull }, at) => (isNull === true ? [at] : [])).join()} ${sql}`

/** Writes each SQL text of this process, with each combination of null parameters, once to a file in the directory. */
export const recordTo = (directory: string) =>
  watchStatements((statement) => {
    const shape = shapeOf(statement)
    if (recorded.has(shape)) return
    recorded.add(shape)
    appendFileSync(join(directory, `statements-${process.pid}`), `${JSON.stringify(statement)}\n`)
  })

/** The statements that all processes have recorded. */
export const readRecorded = (directory: string): ReadonlyArray<RecordedStatement> => {
  const statements = globSync("statements-*", { cwd: directory })
    .flatMap((file) => readFileSync(join(directory, file), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as RecordedStatement)
  return [...new Map(statements.map((statement) => [shapeOf(statement), statement])).values()]
}
