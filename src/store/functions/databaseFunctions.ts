import { readOrdersFunction } from "../orders/readOrderRows.ts"
import { type DatabaseFunction, writeFunctions } from "./writeFunctions.ts"

/** The functions of the database. */
export const databaseFunctions: ReadonlyArray<DatabaseFunction> = [...writeFunctions, readOrdersFunction]
