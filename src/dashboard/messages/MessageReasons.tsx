import { List, Stack, Text } from "@mantine/core"
import type { MessageWhy } from "../../domain/messages/MessageWhy.ts"
import { useMembers } from "../accounts/useMembers.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { Section } from "../components/Section.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { showCondition } from "../conditions/conditionText.ts"
import { ConsentDetails } from "../contacts/ConsentDetails.tsx"
import { showTime } from "../format.ts"
import { productsInConditions, useProductTitles } from "../products/useProductTitles.ts"
import { showTrigger } from "../words/flows/flowTriggers.ts"
import * as words from "../words/messages/messageReasons.ts"

/** Products by their titles. */
export const ProductTitles = ({ ids }: { readonly ids: ReadonlyArray<string> }) => {
  const titleOf = useProductTitles(ids)
  return <>{ids.map(titleOf).join(", ")}</>
}

/** Why the contact got a message: what started its flow, the conditions with their values of then, and the consent with its proof. */
export const MessageReasons = ({ why }: { readonly why: MessageWhy }) => {
  const { trigger, started_at, conditions, consent } = why
  const members = useMembers()
  const titleOf = useProductTitles(productsInConditions(conditions.map((group) => group.map((one) => one.condition))))
  const { entry } = consent
  const items = [
    ...(trigger === null ? [] : [[words.startedBy, showTrigger(trigger)] as const]),
    ...(started_at === null ? [] : [[words.startedAt, showTime(started_at)] as const]),
    [words.consentThen, <StatusBadge key="consent" status={consent.state} />] as const,
    [words.neededConsent, consent.required ? words.yes : words.no] as const,
    ...(entry === null
      ? []
      : [
          [words.consentBy, entry.rule] as const,
          [words.proof, <ConsentDetails key="proof" entry={entry} members={members} />] as const
        ])
  ]
  return (
    <Section title={words.why}>
      <Stack>
        <DescriptionList items={items} />
        {conditions.length > 0 && <Text size="sm">{conditions.length === 1 ? words.allOf : words.someGroup}</Text>}
        {conditions.map((group, at) => (
          <List key={at} size="sm">
            {group.map(({ condition, known, value }, index) => (
              <List.Item key={index}>
                {words.conditionThen(showCondition(condition, titleOf), known ? (value ?? words.none) : undefined)}
              </List.Item>
            ))}
          </List>
        ))}
      </Stack>
    </Section>
  )
}
