import type { Columns } from "../sql/column.ts"

// Parts of statements on rows that a function takes as JSON, with the types of their members.

// The text of a contact's JSON arrives as a JSON string.
const textColumns = new Set(["tags", "custom_fields"])

/** The types of columns as members of the rows. */
export const typesOf = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, { type }]) => `${name} ${textColumns.has(name) ? "text" : type}`)
    .join(", ")

/** Updates an existing row to the values given, but for the columns `kept`. */
export const updatesOf = (names: string, kept: ReadonlyArray<string>): string =>
  names
    .split(", ")
    .filter((name) => !kept.includes(name))
    .map((name) => `${name} = excluded.${name}`)
    .join(", ")

/** The columns of types but the account's, which statements name by their parameter. */
export const namesOf = (types: string): string =>
  types
    .split(",")
    .map((column) => column.trim().split(" ")[0])
    .filter((column) => column !== "account_id")
    .join(", ")

/** The values of those columns. Text that arrives as a JSON string is stored as JSON, exactly as it was sent. */
export const valuesOf = (types: string): string =>
  namesOf(types).replace(/\b(tags|custom_fields|event_data)\b/g, "$1::json")

/** Inserts the rows, if there are any; `computed` are columns with expressions on the rows. */
export const insert = (
  rows: string,
  table: string,
  types: string,
  account: string,
  more = "",
  computed: Readonly<Record<string, string>> = {}
) => `
  IF ${rows} IS NOT NULL THEN
    INSERT INTO ${table} (${["account_id", namesOf(types), ...Object.keys(computed)].join(", ")})
    SELECT ${[account, valuesOf(types), ...Object.values(computed)].join(", ")}
    FROM json_to_recordset(${rows}) AS r (${types}) ${more};
  END IF;`
