import { Effect } from "effect"

/** Functions of the database alone are new: refusals are inserted apart from their selection, and names are locked by kind. */
export default Effect.void
