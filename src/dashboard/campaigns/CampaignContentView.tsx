import { Stack, Tabs } from "@mantine/core"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import { MessagePreview } from "../flows/steps/MessagePreview.tsx"
import { useSegments } from "../segments/useSegments.ts"
import * as words from "../words/campaigns.ts"
import * as options from "../words/campaignOptions.ts"
import { ResendAudience } from "./ResendAudience.tsx"
import { stepOf, variantName } from "./campaignText.ts"

const tab = (at: number) => String(at)

/** The audience and the content of a campaign that is a draft no more, each variant with its preview. */
export const CampaignContentView = (props: { readonly campaign: Campaign; readonly resentAs: string | null }) => {
  const { campaign, resentAs } = props
  const account = useAccount()
  const segments = useSegments()
  const namesOf = (ids: ReadonlyArray<string>) =>
    segments === undefined
      ? words.loadingName
      : ids.map((id) => segments.find((segment) => segment.id === id)?.name ?? id).join(", ")
  const { audience, variants, resend, resend_of, link_parameters } = campaign
  const again = resentAs !== null && (
    <PageLink to="/a/$account/campaigns/$id" params={{ account, id: resentAs }}>
      {options.openIt}
    </PageLink>
  )
  return (
    <>
      {resend_of === null ? (
        <Section title={words.audience}>
          <DescriptionList
            items={[
              [words.sendTo, audience.all === true ? words.allContacts : namesOf(audience.include)],
              ...(audience.exclude.length === 0 ? [] : [[words.dontSendTo, namesOf(audience.exclude)] as const])
            ]}
          />
        </Section>
      ) : (
        <ResendAudience id={resend_of} />
      )}
      {resend !== null && (
        <Section title={options.sendAgain}>
          <DescriptionList
            items={[
              [options.sendAgainSwitch, options.againInWords(resend.days, resend.subject)],
              ...(resentAs === null ? [] : [[options.againCampaign, again] as const])
            ]}
          />
        </Section>
      )}
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
                {link_parameters !== null && (
                  <DescriptionList
                    items={[[options.linkParameters, link_parameters === "" ? options.noParameters : link_parameters]]}
                  />
                )}
                <MessagePreview step={stepOf(content, campaign.sender_id)} trigger="campaign" />
              </Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
      </Section>
    </>
  )
}
