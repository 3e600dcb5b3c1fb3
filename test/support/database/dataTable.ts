import { columnsOf, dataMap, type TableData } from "../../../src/store/personalData/DataMap.ts"

const erasureOf = (table: TableData): string => {
  const words = columnsOf(table).filter(([, kind]) => kind === "own text")
  const replaced = words.map(([column]) => column).join(", ")
  if (replaced === "") return rowsAfter(table)
  return `${table.erase === "stays" ? "" : `${rowsAfter(table)}; `}addresses replaced: ${replaced}`
}

const rowsAfter = ({ erase }: TableData): string =>
  typeof erase === "string"
    ? erase === "rows"
      ? "the rows go"
      : "stays"
    : `emptied: ${Object.keys(erase)
        .filter((column) => column !== "status" && column !== "claimed_until")
        .join(", ")}`

const kindsOf = (table: TableData): string =>
  Map.groupBy(columnsOf(table), ([, kind]) => kind)
    .entries()
    .filter(([kind]) => kind !== "none")
    .map(([kind, columns]) => `${kind}: ${columns.map(([column]) => column).join(", ")}`)
    .toArray()
    .join("; ")

/** The tables with contact data as the table in docs/data.md. */
export const dataTable = (): string =>
  [
    "| Table | What it holds of a contact | Rows found by | Erasure | Kept otherwise |",
    "| --- | --- | --- | --- | --- |",
    ...Object.entries<TableData>(dataMap)
      .filter(([, table]) => kindsOf(table) !== "")
      .map(([name, table]) => `| ${name} | ${kindsOf(table)} | ${table.found} | ${erasureOf(table)} | ${table.kept} |`)
  ].join("\n")
