import { fileURLToPath } from "node:url"
import { contractDocument } from "../../../src/api/contractDocument.ts"

/** The path of the checked-in contract. */
export const contractFile = fileURLToPath(new URL("../../openapi.json", import.meta.url))

/** The contract generated from the code, as text. */
export const contractText = (): string => `${JSON.stringify(contractDocument, null, 2)}\n`
