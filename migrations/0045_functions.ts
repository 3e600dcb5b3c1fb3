import { Effect } from "effect"

/** A function of the database alone is new: reading for orders says whether an account has coupons. */
export default Effect.void
