import { List, Stack, Text } from "@mantine/core"
import { maxDecisions } from "../../../domain/backtests/Backtest.ts"
import type {
  SegmentBacktestInput,
  SegmentBacktestPerson as Person
} from "../../../domain/backtests/SegmentBacktest.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { ConditionsThen } from "../../backtests/ConditionsThen.tsx"
import { PersonForm } from "../../backtests/PersonForm.tsx"
import { call } from "../../call.ts"
import { showTime } from "../../format.ts"
import * as words from "../../words/segmentBacktest.ts"

const Changes = ({ person }: { readonly person: Person }) => (
  <Stack gap="xs">
    <Text size="sm">{person.was_member ? words.wasIn : words.wasOut}</Text>
    {person.changes.length === 0 && <Text size="sm">{words.noChange}</Text>}
    {person.changes.length > 0 && (
      <List size="sm">
        {person.changes.map(({ at, is_member }) => (
          <List.Item key={at.epochMilliseconds}>
            {showTime(at)}: {is_member ? words.cameIn : words.wentOut}
          </List.Item>
        ))}
      </List>
    )}
    {person.changes.length >= maxDecisions && <Text size="sm">{words.tooMany(maxDecisions)}</Text>}
    <Text size="sm" fw={500} role="status">
      {person.is_member ? words.isIn : words.isOut}
    </Text>
    <ConditionsThen groups={person.groups} />
  </Stack>
)

/** When one contact was in the segment, and what each condition compared at the end of the span. */
export const SegmentBacktestPerson = ({ input }: { readonly input: SegmentBacktestInput }) => {
  const account = useAccount()
  const ask = async (contact_id: string) => {
    const payload = { ...input, contact_id }
    const { data } = await call((api) => api.segments.backtest({ params: { account }, payload }))
    return data.person
  }
  return (
    <PersonForm explained={words.whyExplained} ask={ask}>
      {(person) => (person === null ? null : <Changes person={person} />)}
    </PersonForm>
  )
}
