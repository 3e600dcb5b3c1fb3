import { Effect, Layer } from "effect"
import { CampaignEnrolments } from "../../store/campaigns/CampaignEnrolments.ts"
import { CampaignMessages } from "../../store/campaigns/CampaignMessages.ts"
import { CampaignQueue } from "../../store/campaigns/CampaignQueue.ts"
import { RunCampaigns } from "./RunCampaigns.ts"

/** Sends campaigns for as long as the program runs. */
export const CampaignsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const campaigns = yield* RunCampaigns
    yield* campaigns.step.pipe(
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("Campaigns could not be run", cause), 0)),
      Effect.flatMap((steps) => Effect.sleep(steps === 0 ? "500 millis" : "10 millis")),
      Effect.forever,
      Effect.forkScoped
    )
  })
).pipe(
  Layer.provide(RunCampaigns.layer),
  Layer.provide([CampaignEnrolments.layer, CampaignMessages.layer, CampaignQueue.layer])
)
