import { Stack, Text } from "@mantine/core"
import { DateTime } from "effect"
import type { Difference, Lift } from "../../domain/lift/Lift.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { Section } from "../components/Section.tsx"
import { showMoney, showTime } from "../format.ts"
import * as words from "../words/lift.ts"

const amount = (value: number, currency: string | null) =>
  currency === null ? value.toLocaleString() : showMoney(value.toFixed(2), currency)

const differenceText = (difference: Difference, show: (value: number) => string) =>
  `${words.interval(show(difference.value), show(difference.low), show(difference.high))}. ${words.certainty(difference)}`

/** People who get messages beside those who are held out, and the difference once there are enough of them. */
export const LiftResult = ({ lift }: { readonly lift: Lift }) => {
  const { percent, since, days, currency, messaged, held_out, conversion, revenue, people_needed, counted_at } = lift
  const group = ({ people, ordered, revenue: spent }: Lift["messaged"]) =>
    words.group(people, ordered, amount(spent, currency))
  return (
    <Section
      title={words.lift}
      subtitle={words.liftHint(percent, days, DateTime.toDateUtc(since).toLocaleDateString())}
    >
      <Stack gap="xs">
        <DescriptionList
          items={[
            [words.messaged, group(messaged)],
            [words.heldOut, group(held_out)],
            ...(conversion === null ? [] : [[words.orders, differenceText(conversion, words.points)] as const]),
            ...(revenue === null
              ? []
              : [[words.revenuePerPerson, differenceText(revenue, (value) => amount(value, currency))] as const])
          ]}
        />
        {conversion === null && <Text size="sm">{words.notEnough(people_needed)}</Text>}
        <Text size="xs" c="dimmed">
          {words.countedAt(showTime(counted_at))}
        </Text>
      </Stack>
    </Section>
  )
}
