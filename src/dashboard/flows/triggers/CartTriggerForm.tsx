import { NativeSelect, NumberInput, Stack, Text } from "@mantine/core"
import type { CartRule } from "../../../domain/carts/cartTriggers.ts"
import { useIssue } from "../editor/flowIssues.ts"
import { DurationInput } from "../steps/DurationInput.tsx"
import * as words from "../../words/flows/flowTriggerForms.ts"

/** How long a cart was left, how far the contact came, and what it is worth at least. */
export const CartTriggerForm = (props: { readonly value: CartRule; readonly onChange: (value: CartRule) => void }) => {
  const { value, onChange } = props
  const { stage, least_total, ...rest } = value
  const total = least_total === undefined ? {} : { least_total }
  return (
    <Stack>
      <DurationInput
        label={words.leftFor}
        path="trigger.duration"
        value={value.duration}
        onChange={(duration) => onChange({ ...value, duration })}
      />
      <NativeSelect
        label={words.stage}
        value={stage ?? "any"}
        data={Object.entries(words.stages).map(([known, label]) => ({ value: known, label }))}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value
          onChange({ ...rest, ...total, ...(chosen === "cart" || chosen === "checkout" ? { stage: chosen } : {}) })
        }}
      />
      <NumberInput
        label={words.leastTotal}
        description={words.aboutLeastTotal}
        error={useIssue("trigger.least_total")}
        min={0}
        value={least_total ?? ""}
        onChange={(amount) =>
          onChange({
            ...rest,
            ...(stage === undefined ? {} : { stage }),
            ...(typeof amount === "number" ? { least_total: amount } : {})
          })
        }
      />
      <Text size="sm" c="dimmed">
        {words.aboutCart}
      </Text>
    </Stack>
  )
}
