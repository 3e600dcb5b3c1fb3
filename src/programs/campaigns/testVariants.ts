import { Effect } from "effect"
import { beginWait, lookAt } from "../../domain/campaigns/variantChoice.ts"
import type { VariantChoice } from "../../domain/campaigns/VariantTest.ts"
import type { DueCampaign } from "../../store/campaigns/CampaignQueue.ts"
import { CampaignEnrolments } from "../../store/campaigns/CampaignEnrolments.ts"

/** How a test stands, and when work on it is due next, in milliseconds: null once nobody waits for it. */
interface Tested {
  readonly variant_choice: VariantChoice | null
  readonly due_at: number | null
}

/** Contacts that a step gives the chosen variant. */
const assignStep = 5_000

/**
 * Goes on with the tests of campaigns. Both members join the open transaction under the campaign's lock, in which the choice is stored with what
 * follows from it: it is made once, however many processes there are and whenever one of them ends.
 */
export const makeTestVariants = Effect.gen(function* () {
  const enrolments = yield* CampaignEnrolments
  return {
    /** Gives contacts that wait the variant that was chosen, and tells whether more of them may. */
    assign: Effect.fnUntraced(function* (campaign: DueCampaign, now: number) {
      const variant = campaign.variant_choice?.variant ?? null
      return variant !== null && (yield* enrolments.assign(campaign, variant, now, assignStep)) === assignStep
    }),
    /** What follows once no message of the campaign is waiting: the wait, a look at the measure, or the choice. */
    goOn: Effect.fnUntraced(function* (campaign: DueCampaign, now: number) {
      const { variant_test, variant_choice, layouts } = campaign
      const ended: Tested = { variant_choice, due_at: null }
      if (variant_test === null || variant_choice?.next_look_at === null || !(yield* enrolments.hasReserved(campaign)))
        return ended
      const waits = variant_choice ?? beginWait(variant_test, now)
      const look = waits.next_look_at?.epochMilliseconds ?? now
      if (now < look) return { variant_choice: waits, due_at: look }
      const found = yield* enrolments.measure(campaign, variant_test.measure, layouts.length)
      const looked = lookAt(variant_test, waits, found, now)
      return { variant_choice: looked, due_at: looked.next_look_at?.epochMilliseconds ?? now }
    })
  }
})
