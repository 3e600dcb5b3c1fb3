import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import { type FlowLanguages, flowLanguages } from "../../domain/flows/flowLanguages.ts"
import { countryLanguage } from "../../domain/languages/countryLanguage.ts"
import { languageOfAccount } from "../../domain/languages/messageWords.ts"
import { readAccounts } from "../../store/accounts/readAccounts.ts"
import { retried } from "../../store/database/Transaction.ts"
import { Flows } from "../../store/flows/Flows.ts"
import { ReadContactValues } from "../contacts/ReadContactValues.ts"

/** Tells which languages of contacts the messages of a flow lack (contract §10). */
export class ReadFlowLanguages extends Context.Service<
  ReadFlowLanguages,
  {
    /** Of the newest version. */
    readonly read: (account_id: string, flow_id: string) => Effect.Effect<FlowLanguages, NotFound | Unavailable>
  }
>()("tally/programs/flows/ReadFlowLanguages") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const flows = yield* Flows
      const values = yield* ReadContactValues
      return ReadFlowLanguages.of({
        read: Effect.fn("ReadFlowLanguages.read")(function* (account_id, flow_id) {
          const { definition } = yield* flows.read(account_id, flow_id)
          const account = (yield* retried(readAccounts(sql, [account_id]))).get(account_id)
          const { language = null, default_country = "" } = account ?? {}
          const own = languageOfAccount({ language, countryLanguage: countryLanguage(default_country) ?? "" })
          return flowLanguages(definition, own, yield* values.ofContacts(account_id))
        })
      })
    })
  ).pipe(Layer.provide(ReadContactValues.layer))
}
