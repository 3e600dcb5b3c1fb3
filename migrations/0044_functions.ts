import { Effect } from "effect"

/** A function of the database alone is new: reading for orders looks only at flows that an order may start. */
export default Effect.void
