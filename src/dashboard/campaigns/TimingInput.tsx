import { Group, NumberInput, Radio, Stack, Switch, TextInput } from "@mantine/core"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { Section } from "../components/Section.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/campaigns.ts"

type Timing = Pick<Campaign, "send_at" | "send_at_zone" | "messages_per_hour">

const tomorrow = (): string => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00`

/** When and how fast a campaign sends. */
export const TimingInput = (props: {
  readonly value: Timing
  readonly issue: (field: string) => string | undefined
  readonly onChange: (change: Partial<Timing>) => void
}) => {
  const { value, issue, onChange } = props
  const { send_at, send_at_zone, messages_per_hour } = value
  return (
    <Section title={common.time}>
      <Stack>
        <Radio.Group
          label={words.send}
          value={send_at === null ? "now" : "later"}
          onChange={(when) => onChange({ send_at: when === "now" ? null : tomorrow() })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="now" label={words.asSoonAsScheduled} />
            <Radio value="later" label={words.atDateAndTime} />
          </Stack>
        </Radio.Group>
        {send_at !== null && (
          <Group align="start">
            <TextInput
              label={words.dateAndTime}
              type="datetime-local"
              error={issue("send_at")}
              value={send_at}
              onChange={(event) => onChange({ send_at: event.currentTarget.value.slice(0, 16) })}
            />
            <Radio.Group
              label={words.timeZone}
              value={send_at_zone}
              onChange={(zone) => onChange({ send_at_zone: zone === "contact" ? "contact" : "account" })}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="account" label={words.zoneOfAccount} />
                <Radio value="contact" label={words.zoneOfContact} description={words.zoneOfContactHint} />
              </Stack>
            </Radio.Group>
          </Group>
        )}
        <Switch
          label={words.limitPace}
          checked={messages_per_hour !== null}
          onChange={(event) => onChange({ messages_per_hour: event.currentTarget.checked ? 1_000 : null })}
        />
        {messages_per_hour !== null && (
          <NumberInput
            label={words.messagesAnHour}
            min={1}
            max={1_000_000}
            w={220}
            error={issue("messages_per_hour")}
            value={messages_per_hour}
            onChange={(rate) => onChange({ messages_per_hour: Number(rate) })}
          />
        )}
      </Stack>
    </Section>
  )
}
