import { List, Stack, Text } from "@mantine/core"
import type {
  CampaignBacktestInput,
  CampaignBacktestPerson as Person
} from "../../../domain/backtests/CampaignBacktest.ts"
import { leftOutText } from "../../../domain/campaigns/LeftOut.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { ConditionsThen } from "../../backtests/ConditionsThen.tsx"
import { PersonForm } from "../../backtests/PersonForm.tsx"
import { call } from "../../call.ts"
import { showTime } from "../../format.ts"
import * as words from "../../words/campaignBacktest.ts"

const outcomeText = ({ outcome, rule }: Person["moments"][number]): string => {
  if (outcome === null) return words.notInAudience
  if (rule !== null) return leftOutText(rule)
  return outcome === "sent" ? words.gotIt : words.waiting
}

const Moments = ({ person }: { readonly person: Person }) => (
  <Stack gap="xs">
    <List size="sm">
      {person.moments.map((moment) => (
        <List.Item key={moment.at.epochMilliseconds}>
          {showTime(moment.at)}: {outcomeText(moment)}
        </List.Item>
      ))}
    </List>
    {person.include.length > 0 && (
      <Text size="sm" fw={500}>
        {words.included}
      </Text>
    )}
    <ConditionsThen groups={person.include} />
    {person.exclude.length > 0 && (
      <Text size="sm" fw={500}>
        {words.excluded}
      </Text>
    )}
    <ConditionsThen groups={person.exclude} />
  </Stack>
)

/** What would have become of one contact, asked for by an address. */
export const CampaignBacktestPerson = ({ input }: { readonly input: CampaignBacktestInput }) => {
  const account = useAccount()
  const ask = async (contact_id: string) => {
    const payload = { ...input, contact_id }
    const { data } = await call((api) => api.campaigns.backtest({ params: { account }, payload }))
    return data.person
  }
  return (
    <PersonForm explained={words.whyExplained} ask={ask}>
      {(person) => (person === null ? null : <Moments person={person} />)}
    </PersonForm>
  )
}
