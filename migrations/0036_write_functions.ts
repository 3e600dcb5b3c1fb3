import { createWriteFunctions } from "./writeFunctions.ts"

/** The functions that write orders, contacts and events. Step 37 lets the triggers that counted contacts so far exempt their rows. */
export default createWriteFunctions
