import { Button, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { maxCounted, type ShownSite } from "../../domain/visits/Site.ts"
import { OwnersOnly } from "../accounts/OwnersOnly.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { useMay } from "../accounts/useMay.ts"
import { call } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { Section } from "../components/Section.tsx"
import { showCount, showTime } from "../format.ts"
import * as words from "../words/settings/settingsSite.ts"
import { SiteForm } from "./SiteForm.tsx"

const keyOf = (script: string): string => / data-key="([^"]*)"/.exec(script)?.[1] ?? ""
const addressOf = (script: string): string => /="([^"]*\/site\.js)"/.exec(script)?.[1] ?? ""

const Lines = (props: { readonly title: string; readonly use: string; readonly children: ReactNode }) => (
  <div>
    <Text size="sm" fw={500}>
      {props.title}
    </Text>
    <Text size="sm" c="dimmed" pb="xs">
      {props.use}
    </Text>
    {props.children}
  </div>
)

const countOf = (count: number): string => showCount(count, count >= maxCounted)

const LastCall = ({ site, look }: { readonly site: typeof ShownSite.Type; readonly look: () => void }) => {
  const { heard_at, heard_origin, last_week } = site
  const again = (
    <Button size="xs" variant="default" w="fit-content" onClick={look}>
      {words.lookAgain}
    </Button>
  )
  return (
    <Section title={words.lastCall} subtitle={words.lastCallUse} actions={heard_at === null ? undefined : again}>
      {heard_at === null ? (
        <EmptyState title={words.noCallYet} action={again}>
          {words.howToCall}
        </EmptyState>
      ) : (
        <DescriptionList
          items={[
            [words.time, showTime(heard_at)],
            [words.page, heard_origin],
            [words.visitors, countOf(last_week.visitors)],
            [words.views, countOf(last_week.views)],
            [words.carts, countOf(last_week.carts)]
          ]}
        />
      )}
    </Section>
  )
}

/** The site of the account: its addresses, the lines that its pages hold, and when one of them called last. */
export const Site = () => {
  const account = useAccount()
  const mayChange = useMay("site", "set")
  const query = useQuery({
    queryKey: ["site", account],
    queryFn: () => call((api) => api.site.get({ params: { account } }))
  })
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  const site = query.data.data
  return (
    <Stack>
      <Section title={words.addresses} subtitle={words.addressesUse}>
        <OwnersOnly may={mayChange}>
          <SiteForm key={account} site={site} />
        </OwnersOnly>
      </Section>
      <Section title={words.lines} subtitle={words.linesUse}>
        <Stack>
          <CopyableText label={words.linesLabel} text={words.pastedLines(site.snippet)} />
          <Lines title={words.key} use={words.keyUse}>
            <CopyableText label={words.keyLabel} text={keyOf(site.snippet)} />
          </Lines>
          <Lines title={words.policy} use={words.policyUse}>
            <CopyableText label={words.policyLabel} text={words.policyLines(new URL(addressOf(site.snippet)).origin)} />
          </Lines>
        </Stack>
      </Section>
      <LastCall site={site} look={() => void query.refetch()} />
    </Stack>
  )
}
