import { Effect } from "effect"
import { CallingAccount } from "../../api/CallingAccount.ts"

/** The id of the account that a call acts on. */
export const accountId = Effect.map(CallingAccount, ({ account_id }) => account_id)
