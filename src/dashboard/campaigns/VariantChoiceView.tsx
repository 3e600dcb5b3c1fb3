import { Stack, Text } from "@mantine/core"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import type { VariantChoice, VariantTest } from "../../domain/campaigns/VariantTest.ts"
import { Section } from "../components/Section.tsx"
import { showMoney, showTime } from "../format.ts"
import * as words from "../words/campaignOptions.ts"
import { variantName } from "./campaignText.ts"

/** The counts that the last look found for each variant, the leading one first. */
const figures = ({ measure }: VariantTest, { variants, leading, currency }: VariantChoice): string =>
  variants
    .map((counts, at) => ({ ...counts, at }))
    .toSorted((one, other) => Number(other.at === leading) - Number(one.at === leading))
    .map(({ at, revenue, ...counts }) =>
      words.figuresOf(measure, variantName(at), {
        ...counts,
        revenue: measure === "revenue" && currency !== null ? showMoney(String(revenue), currency) : null
      })
    )
    .join("; ")

const sentences = (test: VariantTest, choice: VariantChoice | null, waiting: number): ReadonlyArray<string> => {
  if (choice === null) return [words.testRuns(words.othersWait(waiting))]
  const { variant, reason, leading, probability, looked_at, next_look_at } = choice
  const found = leading === null || probability === null ? undefined : { name: variantName(leading), probability }
  if (variant !== null && reason === "better" && found !== undefined)
    return [words.wasBetter(variantName(variant), found.probability, figures(test, choice))]
  if (variant !== null)
    return [
      words.noneWasBetter(variantName(variant), found === undefined ? words.nothingHappened : figures(test, choice))
    ]
  const next = next_look_at === null ? "" : showTime(next_look_at)
  return [
    ...(looked_at === null ? [words.looksAt(next)] : [words.noneBetterYet(next)]),
    ...(found === undefined ? [] : [words.leads(found.name, found.probability, figures(test, choice))]),
    words.othersWait(waiting)
  ]
}

/** How the test of a campaign's variants stands, in words. `waiting`: the contacts that have no message yet. */
export const VariantChoiceView = (props: { readonly campaign: Campaign; readonly waiting: number }) => {
  const { campaign, waiting } = props
  const { variant_test, variant_choice, begun_at } = campaign
  if (variant_test === null) return null
  return (
    <Section
      title={words.better}
      subtitle={words.testInWords(variant_test.percent, variant_test.wait_hours, variant_test.extend_hours)}
    >
      {begun_at !== null && (
        <Stack gap="xs" role="status">
          {sentences(variant_test, variant_choice, waiting).map((sentence) => (
            <Text key={sentence}>{sentence}</Text>
          ))}
        </Stack>
      )}
    </Section>
  )
}
