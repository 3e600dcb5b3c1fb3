import { NumberInput, Stack, Text } from "@mantine/core"
import type { PriceRule, RestockRule } from "../../../domain/products/productTriggers.ts"
import { useIssue } from "../editor/flowIssues.ts"
import * as words from "../../words/flows/flowTriggerForms.ts"

/** How many people are told of one restocking in an hour. */
export const RestockTriggerForm = (props: {
  readonly value: RestockRule
  readonly onChange: (value: RestockRule) => void
}) => (
  <Stack>
    <NumberInput
      label={words.peoplePerHour}
      description={words.aboutPeoplePerHour}
      error={useIssue("trigger.people_per_hour")}
      min={1}
      max={10_000}
      allowDecimal={false}
      value={props.value.people_per_hour ?? ""}
      onChange={(people) =>
        props.onChange({ type: "back_in_stock", ...(typeof people === "number" ? { people_per_hour: people } : {}) })
      }
    />
    <Text size="sm" c="dimmed">
      {words.aboutRestocking}
    </Text>
  </Stack>
)

/** By how much a price fell, and how long ago the contact looked. */
export const PriceTriggerForm = (props: {
  readonly value: PriceRule
  readonly onChange: (value: PriceRule) => void
}) => {
  const { value, onChange } = props
  const set = (member: "percent" | "days") => (amount: number | string) =>
    onChange({ ...value, [member]: Number(amount) })
  return (
    <Stack>
      <NumberInput
        label={words.percent}
        error={useIssue("trigger.percent")}
        min={1}
        max={90}
        allowDecimal={false}
        value={value.percent}
        onChange={set("percent")}
      />
      <NumberInput
        label={words.seenWithin}
        error={useIssue("trigger.days")}
        min={1}
        max={90}
        allowDecimal={false}
        value={value.days}
        onChange={set("days")}
      />
      <Text size="sm" c="dimmed">
        {words.aboutPrice}
      </Text>
    </Stack>
  )
}
