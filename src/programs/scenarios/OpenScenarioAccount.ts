import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { Scenario } from "../../domain/scenarios/Scenario.ts"
import { emptyProfile } from "../../domain/senders/SenderProfile.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { transactOnce } from "../../store/database/Transaction.ts"
import { digestOf } from "../../store/keys/Digest.ts"
import { Senders } from "../../store/senders/Senders.ts"
import { CreateIntegration } from "../integrations/CreateIntegration.ts"
import type { ScenarioAccount } from "./readCall.ts"

const store = { store_name: "The store", store_url: "https://store.example" }

/** A sender that is complete. Nothing is sent from it. */
const sender = { from_email: "store@store.example", postal_address: "1 Tea Street, London" }

/** Opens the accounts of scenarios. */
export interface OpenScenarioAccount {
  /** An account of its own, with a complete sender and a connected store, without which orders start no flows. */
  readonly open: (scenario: typeof Scenario.Type) => Effect.Effect<ScenarioAccount, ValidationFailed | Unavailable>
}

export const makeOpenScenarioAccount = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* Accounts
  const senders = yield* Senders
  const integrations = yield* CreateIntegration
  const part: OpenScenarioAccount = {
    open: Effect.fnUntraced(function* ({ name, account = {} }) {
      const { id, default_country } = yield* transactOnce(sql)(accounts.create({ name: account.name ?? name }))
      const changed = yield* accounts.change(id, account)
      const profile = { ...emptyProfile, from_name: account.name ?? store.store_name, ...sender }
      const save = Effect.andThen(senders.lock(id), senders.save(id, { profile, shared_address: false }, null))
      yield* transactOnce(sql)(save)
      const { token } = yield* integrations.create(id, store, null)
      const country = changed?.default_country ?? default_country
      return { account_id: id, default_country: country, integration_digest: digestOf(token) }
    })
  }
  return part
})
