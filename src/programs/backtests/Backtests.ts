import { Context, Effect, Layer } from "effect"
import { type BacktestCampaigns, makeBacktestCampaigns } from "./BacktestCampaigns.ts"
import { type BacktestFlows, makeBacktestFlows } from "./BacktestFlows.ts"
import { type BacktestSegments, makeBacktestSegments } from "./BacktestSegments.ts"
import { makeReadPasts } from "./ReadPasts.ts"

/** Runs campaigns, flows and segments over the past of accounts. All of them share the turns of an account. Writes nothing. */
export class Backtests extends Context.Service<
  Backtests,
  {
    readonly campaigns: BacktestCampaigns
    readonly flows: BacktestFlows
    readonly segments: BacktestSegments
  }
>()("tally/programs/backtests/Backtests") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const pasts = yield* makeReadPasts
      return Backtests.of({
        campaigns: yield* makeBacktestCampaigns(pasts),
        flows: yield* makeBacktestFlows(pasts),
        segments: yield* makeBacktestSegments(pasts)
      })
    })
  )
}
