import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")

/** A template `sql` of the source: a statement, or a part of one. */
export interface SourceStatement {
  readonly path: string
  /** Its text, cut at values and parts. */
  readonly pieces: ReadonlyArray<string>
}

/** SQL on one line. */
export const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, " ").trim()

const isTagged = (source: string, at: number): boolean =>
  /\bsql(?:<[^`]*>)?$/.test(source.slice(Math.max(0, at - 300), at))

/** The texts of the templates `sql` in a source, also of those within others, each cut at its values. */
export const templatesOf = (source: string): ReadonlyArray<ReadonlyArray<string>> => {
  const found: Array<ReadonlyArray<string>> = []
  let at = 0
  const readTemplate = (): ReadonlyArray<string> => {
    const texts: Array<string> = []
    let text = ""
    for (at++; at < source.length && source[at] !== "`"; at++) {
      if (source.startsWith("${", at)) {
        at += 2
        skipExpression()
        texts.push(text)
        text = ""
      } else text += source[at]
    }
    return [...texts, text]
  }
  // Ends at the brace that closes the expression.
  const skipExpression = () => {
    for (let depth = 0; at < source.length && (depth > 0 || source[at] !== "}"); at++) {
      if (source[at] === "{") depth++
      else if (source[at] === "}") depth--
      else if (source[at] === '"') at = Math.max(at, source.indexOf('"', at + 1))
      else if (source[at] === "`") {
        const isSql = isTagged(source, at)
        const texts = readTemplate()
        if (isSql) found.push(texts)
      }
    }
  }
  for (at = source.indexOf("`"); at !== -1; at = source.indexOf("`", at + 1)) {
    if (isTagged(source, at)) found.push(readTemplate())
  }
  return found
}

const read = (pattern: string): ReadonlyArray<SourceStatement> =>
  globSync(pattern, { cwd: root })
    .toSorted()
    .flatMap((path) =>
      templatesOf(readFileSync(join(root, path), "utf8")).map((texts) => ({ path, pieces: texts.map(oneLine) }))
    )

/** Every template `sql` of the service. */
export const sourceStatements = read("src/**/*.ts")

/** Whether a statement contains this template. */
export const contains = (statement: string, { pieces }: SourceStatement): boolean => {
  let at = 0
  return pieces.every((piece) => {
    const found = statement.indexOf(piece, at)
    at = found + piece.length
    return found !== -1
  })
}

const lengthOf = ({ pieces }: SourceStatement): number => pieces.join("").length

const byLength = [...sourceStatements, ...read("{test,migrations}/**/*.ts")]
  .filter((template) => lengthOf(template) > 20)
  .toSorted((a, b) => lengthOf(b) - lengthOf(a))

/** The file that has a statement, or its longest part; undefined when a test or a migration has it. */
export const sourceOf = (statement: string): string | undefined => {
  const path = byLength.find((template) => contains(statement, template))?.path
  return path?.startsWith("src/") === true ? path : undefined
}
