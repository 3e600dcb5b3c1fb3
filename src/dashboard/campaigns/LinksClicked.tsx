import { Text } from "@mantine/core"
import type { CampaignResults } from "../../domain/campaigns/CampaignResults.ts"
import { EmptyState } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import { type Column, Table } from "../components/Table.tsx"
import * as campaignWords from "../words/campaigns.ts"
import * as words from "../words/campaignOptions.ts"
import { variantName } from "./campaignText.ts"

type ClickedLink = CampaignResults["links"][number]

const columns: ReadonlyArray<Column<ClickedLink>> = [
  { title: words.link, cell: ({ url }) => <Text style={{ overflowWrap: "anywhere" }}>{url}</Text> },
  { title: campaignWords.variant, nowrap: true, cell: ({ variant }) => variantName(variant) },
  { title: words.people, alignRight: true, cell: ({ people }) => people.toLocaleString() }
]

/** The links of a campaign that people clicked, the most clicked first. */
export const LinksClicked = ({ links }: Pick<CampaignResults, "links">) => (
  <Section title={words.linksClicked} subtitle={words.linksClickedHint} flush>
    <Table
      label={words.linksClicked}
      columns={columns}
      rows={links}
      rowKey={({ url, variant }) => `${variant} ${url}`}
      error={null}
      retry={() => undefined}
      empty={<EmptyState title={words.noClicks} />}
    />
  </Section>
)
