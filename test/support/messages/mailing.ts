import { Effect } from "effect"
import { addFlow } from "../flows/flowOutcome.ts"
import { seedAccount } from "../database/seed.ts"

/** An account whose active flow sends one e-mail for every delivered order. */
export const seedMailing = Effect.fnUntraced(function* (options: Parameters<typeof seedAccount>[0] = {}) {
  const account = yield* seedAccount(options)
  yield* addFlow(account.account_id, "flo_1", [
    { id: "thanks", type: "send_email", subject: "Thanks", html: "<p>Thank you</p>" }
  ])
  return account
})
