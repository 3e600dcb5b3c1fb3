import type { TestProject } from "vitest/node"
import { namesAccountData, openRule } from "./oneAccountRule.ts"
import { readRecorded } from "./recordStatements.ts"
import { severalAccounts, unsent } from "./severalAccounts.ts"
import { contains, sourceOf, sourceStatements } from "./sourceStatements.ts"

const short = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

// Reads of several accounts change nothing and lock nothing.
const onlyReads = (sql: string): boolean =>
  !/\b(?:INSERT INTO|UPDATE|DELETE FROM|FOR (?:NO KEY )?UPDATE|FOR (?:KEY )?SHARE)\b/.test(sql)

/** What is wrong with the statements that suites have recorded in a directory. `isWhole`: every suite ran. */
export const statementProblems = async (
  url: string,
  directory: string,
  isWhole: boolean
): Promise<ReadonlyArray<string>> => {
  const recorded = readRecorded(directory)
  const ours = recorded.flatMap((statement) => {
    const path = namesAccountData(statement.sql) ? sourceOf(statement.sql) : undefined
    return path === undefined ? [] : [{ statement, path }]
  })
  const problems: Array<string> = []
  const rule = await openRule(url)
  for (const { statement, path } of ours) {
    if (severalAccounts.some(([start]) => statement.sql.startsWith(start)) && onlyReads(statement.sql)) continue
    const breaches = await rule.breaches(statement).catch((error: unknown) => [String(error)])
    if (breaches.length > 0)
      problems.push(`${path} ${breaches.join(", ")}, in ${statement.suite}:\n  ${short(statement.sql)}`)
  }
  await rule.close()
  if (!isWhole) return problems
  for (const [start] of severalAccounts) {
    if (!ours.some(({ statement }) => statement.sql.startsWith(start)))
      problems.push(`No statement starts so: ${start}`)
  }
  const parts = sourceStatements.filter(
    ({ pieces }) => /\b(?:FROM|JOIN|INTO|UPDATE|USING) \w/.test(pieces.join(" ")) && namesAccountData(pieces.join(" "))
  )
  for (const part of parts) {
    const text = part.pieces.join(" … ")
    if (unsent.some(([path, start]) => path === part.path && text.startsWith(start))) continue
    if (!recorded.some(({ sql }) => contains(sql, part)))
      problems.push(`${part.path} was not sent by any suite:\n  ${short(text)}`)
  }
  return problems
}

/** Checks the statements of the run when it ends. A cluster itself refuses those that break the rule. */
export default (project: TestProject) => async (): Promise<void> => {
  if (process.env["CITUS_URL"] !== undefined) return
  const { postgresNodes, postgresTemplate, scratch } = project.getProvidedContext()
  const { testFiles } = await project.globTestFiles()
  const { state, config } = project.vitest
  const isWhole = state.getFiles().length === testFiles.length && config.testNamePattern === undefined
  const problems = await statementProblems(`${postgresNodes[0]}${postgresTemplate}`, scratch, isWhole)
  if (problems.length === 0) return
  process.exitCode = 1
  process.stderr.write(`Statements that a cluster does not run on one node:\n\n${problems.join("\n\n")}\n`)
}
