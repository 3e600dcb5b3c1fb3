import { Effect, Layer } from "effect"
import { CampaignEnrolments } from "../../store/campaigns/CampaignEnrolments.ts"
import { QueueWatch } from "../../store/upkeep/QueueWatch.ts"
import { RunCampaigns } from "./RunCampaigns.ts"

/** Sends campaigns for as long as the program runs. */
export const CampaignsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const campaigns = yield* RunCampaigns
    const { awaitDue } = yield* QueueWatch
    // A campaign that waits for the outbox goes on in half a second, so the first look that finds nothing has a second one.
    let isAtRest = false
    const pause = (steps: number) => {
      const wait = steps > 0 ? Effect.sleep("10 millis") : isAtRest ? awaitDue("campaign") : Effect.sleep("500 millis")
      isAtRest = steps === 0
      return wait
    }
    yield* campaigns.step.pipe(
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("Campaigns could not be run", cause), 0)),
      Effect.flatMap(pause),
      Effect.forever,
      Effect.forkScoped
    )
  })
).pipe(Layer.provide([RunCampaigns.layer, QueueWatch.layer]), Layer.provide(CampaignEnrolments.layer))
