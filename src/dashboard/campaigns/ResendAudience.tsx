import { Section } from "../components/Section.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import * as campaignWords from "../words/campaigns.ts"
import * as words from "../words/campaignOptions.ts"

/** The audience of a campaign that sends another one again, with a link to that one. */
export const ResendAudience = ({ id }: { readonly id: string }) => {
  const account = useAccount()
  return (
    <Section title={campaignWords.audience}>
      {words.ofThose}{" "}
      <PageLink to="/a/$account/campaigns/$id" params={{ account, id }}>
        {words.firstCampaign}
      </PageLink>
    </Section>
  )
}
