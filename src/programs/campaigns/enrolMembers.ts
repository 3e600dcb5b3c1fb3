import { Effect } from "effect"
import { drawTest } from "../../domain/campaigns/drawTest.ts"
import { dueTimes } from "../../domain/campaigns/sendTimes.ts"
import { variantOf } from "../../domain/campaigns/variantOf.ts"
import { firstVariant } from "../../domain/campaigns/VariantTest.ts"
import { contactZone } from "../../domain/contacts/contactZone.ts"
import type { AccountSettings } from "../../store/accounts/readAccounts.ts"
import { type AudienceMember, CampaignEnrolments } from "../../store/campaigns/CampaignEnrolments.ts"
import type { DueCampaign } from "../../store/campaigns/CampaignQueue.ts"
import type { LeftOutScope } from "../../store/campaigns/leftOutRule.ts"
import { OwnMessages } from "../../store/database/OwnMessages.ts"
import { accountPlacement } from "../../store/distributed/Distribution.ts"

/** Contacts that a step enrols. The embedded database answers nothing else meanwhile. */
const enrolSteps = { embedded: 2_000, server: 5_000 } as const

interface Times {
  readonly account: Pick<AccountSettings, "timezone">
  readonly now: number
  readonly begun_at: number
}

/**
 * Enrols the next contacts of a campaign's audience and returns how far it is. Joins the open transaction and requires the campaign's lock. Where
 * all contacts are due at one time and no test draws among them, the database does so in one statement, without the contacts being read.
 */
export const makeEnrolMembers = Effect.gen(function* () {
  const enrolments = yield* CampaignEnrolments
  // A statement that inserts in a CTE would send its rows to every node.
  const { isDistributed } = yield* accountPlacement
  const enrolStep = (yield* OwnMessages) === undefined ? enrolSteps.server : enrolSteps.embedded

  return Effect.fnUntraced(function* (campaign: DueCampaign & LeftOutScope, { account, now, begun_at }: Times) {
    const { conditions, cursor, enrolled_at, variants_drawn, variant_test } = campaign
    if (enrolled_at !== null || conditions === null) return { cursor, enrolled_at: enrolled_at ?? now, variants_drawn }
    const audience = { ...campaign, conditions }
    const dueAt = dueTimes(campaign, account.timezone, begun_at)
    const ended = (count: number) => (count < enrolStep ? now : null)
    if (variant_test === null && campaign.send_at_zone === "account" && !isDistributed) {
      const variants = campaign.layouts.length
      const next = yield* enrolments.addNext(audience, cursor, { limit: enrolStep, variants, due_at: dueAt(null) })
      return { cursor: next.cursor ?? cursor, enrolled_at: ended(next.count), variants_drawn }
    }
    const members = yield* enrolments.members(audience, cursor, enrolStep)
    const { placeOf, drawn } = places(campaign, members)
    yield* enrolments.add(
      campaign,
      members.map((member) => ({
        contact_id: member.contact_id,
        ...placeOf(member),
        due_at: dueAt(contactZone({ phone: member.phone, custom_fields: member.zone_fields ?? {} }))
      }))
    )
    return {
      cursor: members.at(-1)?.contact_id ?? cursor,
      enrolled_at: ended(members.length),
      variants_drawn: drawn
    }
  })
})

/** The variant of each member: of a test, those that it does not take wait for the choice. */
const places = (
  { variant_test, variants_drawn, holdout_percent, layouts }: DueCampaign,
  members: ReadonlyArray<AudienceMember>
) => {
  const variants = layouts.length
  if (variant_test === null) {
    const placeOf = ({ bucket, sent_variant }: AudienceMember) => ({
      variant: Math.min(variants - 1, sent_variant ?? variantOf(bucket, holdout_percent, variants)),
      status: "waiting" as const
    })
    return { placeOf, drawn: variants_drawn }
  }
  const recipients = members.filter(({ is_left_out }) => is_left_out !== true)
  const { variantOf: taken, drawn } = drawTest(recipients, {
    percent: variant_test.percent,
    variants,
    drawn: variants_drawn
  })
  const placeOf = ({ contact_id }: AudienceMember) => {
    const variant = taken.get(contact_id)
    return variant === undefined
      ? { variant: firstVariant, status: "reserved" as const }
      : { variant, status: "waiting" as const }
  }
  return { placeOf, drawn }
}
