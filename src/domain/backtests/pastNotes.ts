import type { AudienceConditions } from "../campaigns/audienceConditions.ts"
import type { Campaign } from "../campaigns/Campaign.ts"
import type { Conditions } from "../conditions/Condition.ts"
import type { Definition } from "../flows/Definition.ts"

/** The gaps in the records of the past that a definition, and the segment that starts it, is run over, in words. Pure. */
export const pastNotes = ({
  definition: { trigger },
  segment
}: {
  readonly definition: Pick<Definition, "trigger">
  readonly segment: Conditions | null
}): ReadonlyArray<string> => {
  switch (trigger.type) {
    case "cart_abandoned":
      return [
        "Of a cart only its last state is kept: one that was changed again after it had been left counts by its last change, and one that was emptied, or reported as ordered, does not count."
      ]
    case "date":
      return [
        `Dates are those that contacts have in ${trigger.field} now: no record tells what they were then, or when they were entered. A contact counts from when it was created or first heard of.`
      ]
    case "product_viewed":
      return ["No record tells whether a product could be bought then: messages about it count as if it could."]
    case "entered_segment":
      return conditionNotes(segment ?? [])
    default:
      return []
  }
}

/** The fields whose former values no record keeps, and what they are called. */
const unkept: ReadonlyArray<readonly [begins: string, name: string]> = [
  ["contact.tags", "tags"],
  ["contact.custom_fields.", "custom fields"],
  ["contact.language", "languages"],
  ["contact.email", "addresses"],
  ["contact.phone", "addresses"],
  ["contact.first_name", "names"],
  ["contact.last_name", "names"]
]

const ofMoney = ["contact.total_spent.", "contact.average_order."]

/** The gaps in the records of the past that conditions on contacts compare, in words. Pure. */
export const conditionNotes = (conditions: Conditions): ReadonlyArray<string> => {
  const fields = conditions.flat().map(({ field }) => field)
  const names = new Set(
    unkept.flatMap(([begins, name]) =>
      fields.some((field) => (begins.endsWith(".") ? field.startsWith(begins) : field === begins)) ? [name] : []
    )
  )
  return [
    ...(names.size === 0
      ? []
      : [`No record tells what ${listed([...names])} contacts had then: those that they have now count.`]),
    ...(fields.some((field) => ofMoney.some((begins) => field.startsWith(begins)))
      ? ["Orders count as they are now: an order that was refunded or cancelled later counts so from its beginning."]
      : [])
  ]
}

const listed = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** The gaps in the records of the past of a campaign, and what a backtest leaves aside of it, in words. Pure. */
export const campaignNotes = (
  { include, exclude }: AudienceConditions,
  campaign: Pick<Campaign, "messages_per_hour" | "variant_test"> | undefined
): ReadonlyArray<string> => [
  ...conditionNotes([...include, ...(exclude ?? [])]),
  "No record tells who had paused marketing messages then: a pause leaves nobody out.",
  ...(campaign?.messages_per_hour == null
    ? []
    : ["Messages count as if all were sent at once, not so many an hour as the campaign sends."]),
  ...(campaign?.variant_test == null
    ? []
    : ["Messages count as if nobody had to wait for the better variant of the test."])
]
