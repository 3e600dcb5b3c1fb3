import { Radio, Stack, Text, TextInput } from "@mantine/core"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { withLinkParameters } from "../../domain/messages/LinkParameters.ts"
import { Section } from "../components/Section.tsx"
import { useSender } from "../sending/useSender.ts"
import * as words from "../words/campaignOptions.ts"

const choiceOf = (parameters: string | null) => (parameters === null ? "sender" : parameters === "" ? "none" : "own")

/** The parameters that the links of a campaign get: those of the sender, others, or none; with a link as an example. */
export const LinkParametersInput = (props: {
  readonly campaign: Pick<Campaign, "channel" | "name">
  readonly value: string | null
  readonly issue: (field: string) => string | undefined
  readonly onChange: (parameters: string | null) => void
}) => {
  const { campaign, value, issue, onChange } = props
  const sender = useSender().data?.data
  const ofSender = sender?.link_parameters ?? null
  const first = ofSender ?? words.parametersExample
  return (
    <Section title={words.links}>
      <Stack>
        <Radio.Group
          label={words.linkParameters}
          value={choiceOf(value)}
          onChange={(choice) => onChange(choice === "sender" ? null : choice === "none" ? "" : first)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="sender" label={words.ofSender} />
            <Radio value="own" label={words.ownParameters} />
            <Radio value="none" label={words.noParameters} />
          </Stack>
        </Radio.Group>
        {choiceOf(value) === "own" && (
          <TextInput
            label={words.parameters}
            description={words.parametersHint}
            autoComplete="off"
            error={issue("link_parameters")}
            value={value ?? ""}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
        {sender !== undefined && (
          <Text size="sm" style={{ overflowWrap: "anywhere" }} role="status">
            {words.leadsTo(
              withLinkParameters(words.sampleLink, value ?? ofSender, {
                channel: campaign.channel,
                name: campaign.name
              })
            )}
          </Text>
        )}
      </Stack>
    </Section>
  )
}
