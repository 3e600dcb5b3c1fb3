import { Checkbox, MultiSelect, Stack, Text } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { useQuery } from "@tanstack/react-query"
import { type Audience, type Campaign, maxSegments } from "../../domain/campaigns/Campaign.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { Section } from "../components/Section.tsx"
import { useSegments } from "../segments/useSegments.ts"
import { presentData, untilCounted, waitingText } from "../untilCounted.ts"
import { showTime } from "../format.ts"
import * as common from "../words/common.ts"
import * as words from "../words/campaigns.ts"

/** The size of an audience as it is chosen. */
const AudienceSize = ({ channel, audience }: Pick<Campaign, "channel" | "audience">) => {
  const account = useAccount()
  const [settled] = useDebouncedValue(audience, 400)
  const size = useQuery({
    queryKey: ["campaigns", account, "audience", channel, settled],
    queryFn: () =>
      call((api) => api.campaigns.countAudience({ params: { account }, payload: { channel, audience: settled } })),
    // The size of another audience that took minutes is not shown as the present one meanwhile.
    placeholderData: (previous) => (previous?.data.counted_at === null ? previous : undefined),
    ...untilCounted
  })
  const counted = presentData(size)?.data
  const uncounted = size.isError ? common.couldNotCount : (waitingText(size) ?? common.counting)
  return (
    <Text size="sm" role="status">
      {counted === undefined ? uncounted : words.audienceSize(counted.audience, counted.recipients)}
      {counted?.counted_at != null && words.asOf(showTime(counted.counted_at))}
    </Text>
  )
}

/** Picks the segments of a campaign and counts their contacts. */
export const AudienceInput = (props: {
  readonly channel: Campaign["channel"]
  readonly value: Audience
  readonly issue: (field: string) => string | undefined
  readonly onChange: (audience: Audience) => void
}) => {
  const { channel, value, issue, onChange } = props
  const segments = useSegments()
  // Until the names are known, no ids stand in their place.
  const unnamed = [...new Set([...value.include, ...value.exclude])].map((id) => ({
    value: id,
    label: words.loadingName
  }))
  const options = segments?.map(({ id, name }) => ({ value: id, label: name })) ?? unnamed
  const all = value.all === true
  const issueIn = (name: "include" | "exclude") =>
    issue(`audience.${name}`) ??
    value[name].map((_, at) => issue(`audience.${name}.${at}`)).find((message) => message !== undefined)
  return (
    <Section title={words.audience} subtitle={words.audienceHint}>
      <Stack>
        <Checkbox
          label={words.allContacts}
          checked={all}
          onChange={(event) => onChange({ ...value, all: event.currentTarget.checked, include: [] })}
        />
        {!all && (
          <MultiSelect
            label={words.sendTo}
            description={words.sendToHint}
            placeholder={value.include.length === 0 ? words.chooseSegments : ""}
            data={options}
            searchable
            maxValues={maxSegments}
            error={issueIn("include") ?? issue("audience")}
            value={[...value.include]}
            onChange={(include) => onChange({ ...value, include })}
          />
        )}
        <MultiSelect
          label={words.dontSendTo}
          description={words.dontSendToHint}
          placeholder={value.exclude.length === 0 ? words.noSegment : ""}
          data={options}
          searchable
          maxValues={maxSegments}
          error={issueIn("exclude") ?? (all ? issue("audience") : undefined)}
          value={[...value.exclude]}
          onChange={(exclude) => onChange({ ...value, exclude })}
        />
        <AudienceSize channel={channel} audience={value} />
      </Stack>
    </Section>
  )
}
