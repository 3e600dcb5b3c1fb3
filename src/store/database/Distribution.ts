import { Context } from "effect"

/**
 * Whether the tables of account data are distributed by `account_id` over several database nodes. `by_account`: a statement that touches
 * them must name one account by a parameter for each of them, so group commit runs calls of one account together and no others.
 */
export const Distribution = Context.Reference<"none" | "by_account">("tally/store/database/Distribution", {
  defaultValue: () => "none"
})
