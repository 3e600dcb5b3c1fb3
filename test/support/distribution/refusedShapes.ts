import type { RecordedStatement } from "./recordStatements.ts"

/** A node of a plan, as EXPLAIN prints it in JSON. */
export interface PlanNode {
  readonly "Node Type": string
  readonly Operation?: string
  readonly "Relation Name"?: string
  readonly "Index Cond"?: string
  readonly "Recheck Cond"?: string
  readonly "Hash Cond"?: string
  readonly "Merge Cond"?: string
  readonly "Join Filter"?: string
  readonly "One-Time Filter"?: string
  readonly Filter?: string
  readonly Output?: ReadonlyArray<string>
  readonly Plans?: ReadonlyArray<PlanNode>
}

export const nodesOf = (node: PlanNode): ReadonlyArray<PlanNode> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const callsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\b([a-z_]\w*)\(/g)].map(([, name = ""]) => name)

// A text that is read as a time, which depends on the session.
const convertedColumn = /\b[a-z_]\w*\.[a-z_]\w*\)?::timestamp with time zone/

const expressionsOf = (node: PlanNode): string =>
  [
    node["Index Cond"],
    node["Recheck Cond"],
    node["Hash Cond"],
    node["Merge Cond"],
    node["Join Filter"],
    node.Filter,
    ...(node.Output ?? [])
  ].join(" ")

/**
 * Shapes of statements that Citus refuses or divides though they name one account. `isImmutable` tells of a function whether its result
 * depends on its arguments alone.
 */
export const refusedShapes = (
  { sql, params }: RecordedStatement,
  plan: PlanNode,
  isImmutable: (name: string) => boolean
): ReadonlyArray<string> => {
  const nodes = nodesOf(plan)
  const changes = (...operations: ReadonlyArray<string>) =>
    nodes.some(({ Operation = "" }) => operations.includes(Operation))
  const returned = plan["Node Type"] === "ModifyTable" ? (plan.Output ?? []).join(" ") : ""
  const updates = /DO UPDATE SET(.*?)(?: RETURNING |$)/.exec(sql)?.[1] ?? ""
  const unstable = (text: string) => callsIn(text).filter((name) => !isImmutable(name))
  return [
    // The locked rows are written to a file in binary form, and read from it as text.
    ...(changes("Insert") && nodes.some((node) => node["Node Type"] === "LockRows")
      ? ["locks rows beside an insert"]
      : []),
    // A join that is known to be empty has no place.
    ...(/\bJOIN\b/.test(sql) &&
    params.some(({ isNull }) => isNull === true) &&
    nodes.some((node) => node["One-Time Filter"] === "false")
      ? ["compares with a parameter that is null"]
      : []),
    ...(/\bSubPlan\b/.test(returned) ? ["returns what a subquery reads"] : []),
    ...unstable(returned).map((name) => `returns the result of ${name}, which is not immutable`),
    ...unstable(updates).map((name) => `updates by ${name}, which is not immutable`),
    // Written out as `WHEN value = column = value`.
    ...(changes("Insert", "Update", "Delete") && /\bCASE [\w.]+ WHEN\b/.test(sql) ? ["has a CASE of a value"] : []),
    ...(/\binterval\b/.test(updates) ? ["updates by a time and an interval"] : []),
    ...(changes("Update", "Delete") && nodes.some((node) => convertedColumn.test(expressionsOf(node)))
      ? ["compares a column of text with a time"]
      : [])
  ]
}
