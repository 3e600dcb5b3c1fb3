import { Client } from "pg"
import { accountTables, coordinatorTables } from "../../../src/store/distributed/tablePlacement.ts"
import type { RecordedStatement } from "./recordStatements.ts"
import { nodesOf, type PlanNode, refusedShapes } from "./refusedShapes.ts"

const accountTable = new RegExp(`\\b(?:${accountTables.join("|")})\\b`)

/** Whether SQL names a table of account data in a statement that has a plan. */
export const namesAccountData = (sql: string): boolean => !/^(?:ANALYZE|SET) /.test(sql) && accountTable.test(sql)

const comparedWith = /(?<![\w.])(?:\w+\.)?account_id = \(*\$(\d+)/g

const scannedAccounts = (node: PlanNode): ReadonlyArray<string> =>
  [node["Index Cond"], node["Recheck Cond"], node.Filter].flatMap((condition = "") =>
    [...condition.matchAll(comparedWith)].map(([, parameter = ""]) => parameter)
  )

// The parameter that a column of the inserted rows is, followed through the nodes that pass it on.
const insertedAccount = (node: PlanNode, column: number): string | undefined => {
  const value = node.Output?.[column] ?? ""
  const [child] = node.Plans ?? []
  return (
    /^\(*\$(\d+)\)*(?:::text)?$/.exec(value)?.[1] ??
    (value.endsWith(".account_id") && child !== undefined ? insertedAccount(child, column) : undefined)
  )
}

const breachesOf = (plan: PlanNode, { params }: RecordedStatement, columnOf: (table: string) => number) => {
  const accounts = new Set<string | null | undefined>()
  const nodes = nodesOf(plan)
  // A column may have the name of such a table.
  if (!nodes.some((node) => accountTables.includes(node["Relation Name"] ?? ""))) return []
  const breaches = nodes.flatMap((node) => {
    const table = node["Relation Name"]
    if (table === undefined) return []
    if (table in coordinatorTables) return [`uses ${table}, which is on the coordinator`]
    if (!accountTables.includes(table)) return []
    const isInsert = node.Operation === "Insert"
    // Rows to update or delete come from scans below.
    if (node["Node Type"] === "ModifyTable" && !isInsert) return []
    const found = isInsert
      ? (node.Plans ?? []).flatMap((source) => insertedAccount(source, columnOf(table)) ?? [])
      : scannedAccounts(node)
    for (const parameter of found) accounts.add(params[Number(parameter) - 1]?.text)
    return found.length > 0 ? [] : [`${isInsert ? "inserts into" : "reads"} ${table} without an account as parameter`]
  })
  return accounts.size > 1 ? [...breaches, `names ${accounts.size} accounts`] : breaches
}

/** Connects to a migrated database, and gives a check of statements. */
export const openRule = async (url: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  // Plans of empty tables would scan them whole, as in the service without this setting.
  await client.query("SET enable_seqscan = off")
  const { rows } = await client.query<{ name: string; place: number }>(
    "SELECT relname AS name, attnum - 1 AS place FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE attname = 'account_id'"
  )
  const columns = new Map(rows.map(({ name, place }) => [name, place]))
  const functions = await client.query<{ name: string }>(
    "SELECT DISTINCT proname AS name FROM pg_proc GROUP BY 1 HAVING NOT bool_and(provolatile = 'i')"
  )
  const mutable = new Set(functions.rows.map(({ name }) => name))
  return {
    close: () => client.end(),
    /**
     * What in a statement breaks the rule that it names one account by a parameter for each of its tables of account data, or has a shape
     * that Citus refuses.
     */
    breaches: async (statement: RecordedStatement): Promise<ReadonlyArray<string>> => {
      const typed = statement.sql.replaceAll(/\$(\d+)/g, (parameter, number: string) => {
        const found = statement.params[Number(number) - 1]
        const type = found?.type ?? null
        if (found?.isNull === true) return "NULL"
        return type === null ? parameter : `${parameter}::${type}`
      })
      const { rows } = await client.query<{ "QUERY PLAN": ReadonlyArray<{ Plan: PlanNode }> }>(
        `EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${typed}`
      )
      const plan = rows[0]?.["QUERY PLAN"][0]?.Plan
      if (plan === undefined) return ["has no plan"]
      return [
        ...breachesOf(plan, statement, (table) => columns.get(table) ?? 0),
        ...refusedShapes(statement, plan, (name) => !mutable.has(name))
      ]
    }
  }
}
