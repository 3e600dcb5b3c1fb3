import { List, NativeSelect, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import { Dotted } from "../components/StatusBadge.tsx"
import { showCondition } from "../conditions/conditionText.ts"
import { productsInConditions, useProductTitles } from "../products/useProductTitles.ts"
import { useSegments } from "./useSegments.ts"
import * as words from "../words/segments.ts"

const Explanation = (props: { readonly segment_id: string; readonly contact_id: string }) => {
  const account = useAccount()
  const { segment_id: id, contact_id: contact } = props
  const explanation = useQuery({
    queryKey: ["segments", account, id, "explain", contact],
    queryFn: () => call((api) => api.segments.explain({ params: { account, id, contact } }))
  })
  const conditions = explanation.data?.data.groups.map((group) => group.map(({ condition }) => condition)) ?? []
  const titleOf = useProductTitles(productsInConditions(conditions))
  if (explanation.data === undefined)
    return explanation.isError ? (
      <ErrorAlert error={explanation.error} retry={() => void explanation.refetch()} />
    ) : (
      <Loading />
    )
  const { is_member, groups } = explanation.data.data
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500} role="status">
        {is_member ? words.isInSegment : words.isNotInSegment}
      </Text>
      {groups.length === 0 && <Text size="sm">{words.everyContactIs}</Text>}
      {groups.map((group, at) => (
        <Stack key={at} gap={4}>
          {at > 0 && <Text size="sm">{words.or}</Text>}
          <List size="sm" listStyleType="none">
            {group.map(({ condition, holds }, index) => (
              <List.Item key={index}>
                <Dotted
                  color={holds ? "teal" : "orange"}
                  text={words.conditionHolds(showCondition(condition, titleOf), holds)}
                />
              </List.Item>
            ))}
          </List>
        </Stack>
      ))}
      <PageLink to="/a/$account/segments/$id" params={{ account, id }} fz="sm">
        {words.openSegment}
      </PageLink>
    </Stack>
  )
}

/** Whether a contact is in a segment, and which of its conditions hold. */
export const ContactSegments = ({ contact_id }: { readonly contact_id: string }) => {
  const segments = useSegments()
  const [chosen, setChosen] = useState<string>()
  if (segments === undefined) return <Loading />
  const [first] = segments
  if (first === undefined) return <EmptyState title={words.noSegmentsYet}>{words.whySegmentsHere}</EmptyState>
  const id = chosen ?? first.id
  return (
    <Section title={words.segments} subtitle={words.contactSegmentsSubtitle}>
      <Stack>
        <NativeSelect
          label={words.segment}
          data={segments.map((segment) => ({ value: segment.id, label: segment.name }))}
          value={id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <Explanation segment_id={id} contact_id={contact_id} />
      </Stack>
    </Section>
  )
}
