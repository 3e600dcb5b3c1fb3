import { columnsOf, dataMap, type TableData } from "../../../src/store/database/DataMap.ts"

const erasureOf = ({ erase }: TableData): string =>
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
