import { Alert, Button, Group, List, Paper, Stack, Tabs, Text } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Campaign, CampaignContent } from "../../domain/campaigns/Campaign.ts"
import { leftOutText, type ReviewRule } from "../../domain/campaigns/LeftOut.ts"
import type { Language } from "../../domain/languages/Language.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import { Table } from "../components/Table.tsx"
import { SendPreview } from "../flows/steps/SendPreview.tsx"
import { EmailContent, SmsContent } from "../messages/MessageContent.tsx"
import { SenderCheckNote } from "../sending/SenderCheckNote.tsx"
import { SendingLink } from "../sending/SendingLink.tsx"
import { showTime } from "../format.ts"
import { untilCounted, waitingText } from "../untilCounted.ts"
import * as words from "../words/campaigns.ts"
import * as senderWords from "../words/senders.ts"
import { languageNames } from "../words/content/languages.ts"
import { stepOf, variantName, placeOfFault } from "./campaignText.ts"
import { LinkCheckView } from "./LinkCheckView.tsx"
import { ReviewContacts } from "./ReviewContacts.tsx"
import { TextsCost } from "./TextsCost.tsx"

/** The effect of sending a draft, and the button that schedules it. */
export const CampaignReviewView = ({ campaign }: { readonly campaign: Campaign }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const params = { account, id: campaign.id }
  const [rule, setRule] = useState<ReviewRule | "recipients" | undefined>(undefined)
  const review = useQuery({
    queryKey: ["campaigns", account, campaign.id, "review"],
    queryFn: () => call((api) => api.campaigns.review({ params })),
    gcTime: 0,
    ...untilCounted
  })
  const schedule = useMutation({
    mutationFn: () => call((api) => api.campaigns.schedule({ params })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["campaigns", account] })
  })
  if (review.isError) return <ErrorAlert error={review.error} retry={() => void review.refetch()} />
  if (review.data === undefined) return <Loading waiting={waitingText(review)} />
  const {
    recipients,
    audience,
    counted_at,
    left_out,
    begins_at,
    samples,
    faults,
    missing_languages,
    sender,
    sender_check,
    checklist
  } = review.data.data
  const rows = [
    { rule: "recipients" as const, text: words.wouldGetMessage, count: recipients },
    ...left_out.map((one) => ({ ...one, text: leftOutText(one.rule) }))
  ]
  return (
    <Stack>
      {faults.length > 0 && (
        <Alert color="orange" title={words.fixBeforeScheduling(faults.length)} role="alert">
          <List size="sm">
            {faults.map(({ field, message }) => (
              <List.Item key={field}>
                {placeOfFault(field, campaign.variants.length)}: {message}
              </List.Item>
            ))}
          </List>
          {faults.some(({ field }) => field.startsWith("sender.")) && <SendingLink />}
          {faults.some(({ field }) => field === "sender_id") && <SendingLink section="senders" />}
        </Alert>
      )}
      {sender !== null && (
        <Text size="sm">
          {senderWords.comesFrom}{" "}
          <b>{senderWords.named(sender.from_name ?? "", sender.from_email ?? senderWords.noAddressYet)}</b>
        </Text>
      )}
      {campaign.channel === "email" && (
        <SenderCheckNote check={sender_check} section={campaign.sender_id === null ? "sending" : "senders"} />
      )}
      {missing_languages.length > 0 && (
        <Alert color="blue" title={words.missingLanguages}>
          <List size="sm">
            {missing_languages.map((one) => (
              <List.Item key={one.language}>
                {languageNames[one.language]}: {words.readersOf(one.recipients)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Section
        title={words.audience}
        subtitle={words.contactCount(audience) + (counted_at === null ? "" : words.asOf(showTime(counted_at)))}
        flush
      >
        <Table
          label={words.audienceByRule}
          columns={[
            { title: words.contacts, cell: ({ text }) => text },
            { title: words.count, alignRight: true, cell: ({ count }) => count.toLocaleString() },
            {
              title: words.list,
              alignRight: true,
              cell: (row) => (
                <Button
                  size="xs"
                  variant="default"
                  disabled={row.count === 0}
                  aria-label={words.showRule(row.text)}
                  onClick={() => setRule(row.rule)}
                >
                  {words.show}
                </Button>
              )
            }
          ]}
          rows={rows}
          rowKey={({ rule: key }) => key}
          error={null}
          retry={() => undefined}
          minWidth={320}
          empty={<EmptyState title={words.noContacts} />}
        />
      </Section>
      <TextsCost campaign={campaign} review={review.data.data} />
      {rule !== undefined && <ReviewContacts campaign={campaign} rule={rule} onClose={() => setRule(undefined)} />}
      {samples.length > 0 && (
        <Section title={words.sample} subtitle={words.sampleHint}>
          <Tabs defaultValue="0" keepMounted={false}>
            {samples.length > 1 && (
              <Tabs.List mb="sm">
                {samples.map((sample, at) => (
                  <Tabs.Tab key={at} value={String(at)}>
                    {nameOf(sample, campaign.variants.length)}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
            )}
            {samples.map(({ variant, language, contact_id, preview }, at) => (
              <Tabs.Panel key={at} value={String(at)}>
                {preview.subject !== null && (
                  <Paper withBorder p="sm" mb="sm">
                    <Text size="xs" c="dimmed">
                      {words.to(preview.recipient ?? words.noAddress)}
                    </Text>
                    <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                      {preview.subject}
                    </Text>
                    {preview.preheader !== undefined && (
                      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                        {preview.preheader}
                      </Text>
                    )}
                  </Paper>
                )}
                {preview.html !== null && (
                  <SendSample
                    content={campaign.variants[variant]}
                    sender_id={campaign.sender_id}
                    contact_id={contact_id}
                    language={language}
                  />
                )}
                {preview.html !== null && <EmailContent html={preview.html} text={preview.text ?? ""} />}
                {preview.html === null && preview.text !== null && <SmsContent text={preview.text} />}
              </Tabs.Panel>
            ))}
          </Tabs>
        </Section>
      )}
      {checklist.length > 0 && (
        <Section title={words.checklist} subtitle={words.checklistHint}>
          <List size="sm" aria-label={words.checklist} listStyleType="none">
            {checklist.map(({ check, variant, language = null, passed, detail }) => (
              <List.Item key={`${variant}${language}${check}`}>
                <Text span size="sm" fw={passed ? undefined : 600}>
                  {words.checked(passed)}
                </Text>{" "}
                {variant === null ? "" : prefixOf(nameOf({ variant, language }, campaign.variants.length))}
                {detail}
              </List.Item>
            ))}
          </List>
          <LinkCheckView id={campaign.id} />
        </Section>
      )}
      {schedule.isError && <ErrorAlert error={schedule.error} />}
      <Group>
        <Button loading={schedule.isPending} disabled={faults.length > 0} onClick={() => schedule.mutate()}>
          {campaign.send_at === null ? words.sendNow : words.schedule}
        </Button>
        <Text size="sm" c="dimmed">
          {campaign.send_at === null ? words.sendingBeginsAtOnce : words.sendingBegins(showTime(begins_at))}
        </Text>
      </Group>
    </Stack>
  )
}

const SendSample = ({
  content,
  sender_id,
  contact_id,
  language
}: {
  readonly content: CampaignContent | undefined
  readonly sender_id: string | null
  readonly contact_id: string
  readonly language: Language | null
}) =>
  content === undefined ? null : (
    <SendPreview
      input={{
        trigger: "campaign",
        step: stepOf(content, sender_id),
        contact_id,
        ...(language === null ? {} : { language })
      }}
    />
  )

/** A sample by its variant and its language, where there are several. */
const nameOf = (
  { variant, language }: { readonly variant: number; readonly language: Language | null },
  variants: number
): string =>
  [...(variants === 1 ? [] : [variantName(variant)]), ...(language === null ? [] : [languageNames[language]])].join(
    ", "
  ) || words.content

const prefixOf = (name: string): string => (name === words.content ? "" : `${name}: `)
