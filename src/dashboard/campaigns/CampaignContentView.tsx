import { Stack, Tabs } from "@mantine/core"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { Section } from "../components/Section.tsx"
import { MessagePreview } from "../flows/steps/MessagePreview.tsx"
import { useSegments } from "../segments/useSegments.ts"
import * as words from "../words/campaigns.ts"
import { stepOf, variantName } from "./campaignText.ts"

const tab = (at: number) => String(at)

/** The audience and the content of a campaign that is a draft no more, each variant with its preview. */
export const CampaignContentView = ({ campaign }: { readonly campaign: Campaign }) => {
  const segments = useSegments() ?? []
  const namesOf = (ids: ReadonlyArray<string>) =>
    ids.map((id) => segments.find((segment) => segment.id === id)?.name ?? id).join(", ")
  const { audience, variants } = campaign
  return (
    <>
      <Section title={words.audience}>
        <DescriptionList
          items={[
            [words.sendTo, audience.all === true ? words.allContacts : namesOf(audience.include)],
            ...(audience.exclude.length === 0 ? [] : [[words.dontSendTo, namesOf(audience.exclude)] as const])
          ]}
        />
      </Section>
      <Section title={words.content}>
        <Tabs defaultValue={tab(0)} keepMounted={false}>
          {variants.length > 1 && (
            <Tabs.List mb="sm">
              {variants.map((_, at) => (
                <Tabs.Tab key={at} value={tab(at)}>
                  {variantName(at)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          )}
          {variants.map((content, at) => (
            <Tabs.Panel key={at} value={tab(at)}>
              <Stack>
                <DescriptionList
                  items={["text" in content ? [words.text, content.text] : [words.subject, content.subject]]}
                />
                <MessagePreview step={stepOf(content)} trigger="campaign" />
              </Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
      </Section>
    </>
  )
}
