import { createWriteFunctions } from "./writeFunctions.ts"

/** Lets the functions that write contacts run on the node of their account alone: no statement inserts in a CTE. */
export default createWriteFunctions
