import { Context } from "effect"
import type { User } from "../domain/accounts/User.ts"

/** The account that a call acts on, and its caller: a token, or a user at the dashboard. Both mounts of a group provide it (mounts.ts). */
export class CallingAccount extends Context.Service<
  CallingAccount,
  {
    /** The account that `Service-Account-Id` names, or the token's own; at the dashboard the account in the path. */
    readonly account_id: string
    readonly default_country: string
    /** How far the account's clock is ahead, in milliseconds; 0 except for test accounts. */
    readonly clock_offset: number
    /** The id of the token or user, for the consent ledger. */
    readonly actor: string
    /** The cause of consent that the call changes. */
    readonly cause: "api" | "dashboard"
    /** Null for a token. */
    readonly user: User | null
  }
>()("tally/api/CallingAccount") {}
