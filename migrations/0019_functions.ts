import { Effect } from "effect"

/** Functions of the database alone are new: orders are read, and requests logged, by functions. */
export default Effect.void
