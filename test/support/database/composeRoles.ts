import { readFileSync } from "node:fs"
import { join } from "node:path"

const script = join(import.meta.dirname, "../../../compose.roles.sql")

/** The statements by which compose.yaml sets a new PostgreSQL up, with this password. */
export const composeRoles = (password: string): ReadonlyArray<string> =>
  readFileSync(script, "utf8")
    .split("\n")
    .filter((line) => line.endsWith(";"))
    .map((line) => line.replace(":'password'", `'${password}'`))
