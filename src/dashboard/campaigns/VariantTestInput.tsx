import { Group, NumberInput, Select, Stack, Switch, Text } from "@mantine/core"
import { VariantMeasure, type VariantTest } from "../../domain/campaigns/VariantTest.ts"
import * as words from "../words/campaignOptions.ts"

const newTest: VariantTest = { percent: 20, measure: "clicked", wait_hours: 4, extend_hours: 20 }

/** Whether, and after which test, most people get the better variant. */
export const VariantTestInput = (props: {
  readonly value: VariantTest | null
  readonly issue: (field: string) => string | undefined
  readonly onChange: (test: VariantTest | null) => void
}) => {
  const { value, issue, onChange } = props
  const number = (name: "percent" | "wait_hours" | "extend_hours", label: string, min: number, max: number) =>
    value !== null && (
      <NumberInput
        label={label}
        min={min}
        max={max}
        w={200}
        error={issue(`variant_test.${name}`)}
        value={value[name]}
        onChange={(changed) => onChange({ ...value, [name]: Number(changed) })}
      />
    )
  return (
    <Stack>
      <Switch
        label={words.sendBetter}
        description={words.sendBetterHint}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? newTest : null)}
      />
      {issue("variant_test") !== undefined && (
        <Text size="sm" c="red">
          {issue("variant_test")}
        </Text>
      )}
      {value !== null && (
        <>
          <Group align="end">
            {number("percent", words.testPercent, 10, 50)}
            <Select
              label={words.measure}
              allowDeselect={false}
              data={VariantMeasure.literals.map((measure) => ({ value: measure, label: words.measures[measure] }))}
              value={value.measure}
              onChange={(chosen) =>
                onChange({ ...value, measure: VariantMeasure.literals.find((one) => one === chosen) ?? value.measure })
              }
            />
            {number("wait_hours", words.waitHours, 1, 168)}
            {number("extend_hours", words.extendHours, 0, 168)}
          </Group>
          <Text size="sm" c="dimmed">
            {words.testInWords(value.percent, value.wait_hours, value.extend_hours)}
          </Text>
        </>
      )}
    </Stack>
  )
}
