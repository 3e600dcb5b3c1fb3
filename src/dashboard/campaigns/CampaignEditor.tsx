import { Alert, Button, Group, Stack, TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, isCampaignChanged, issueOf, issuesOf } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { ChangedElsewhere } from "../flows/editor/ChangedElsewhere.tsx"
import { UnsavedChanges } from "../flows/editor/UnsavedChanges.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/campaigns.ts"
import { SenderInput } from "../senders/SenderInput.tsx"
import { TopicInput } from "../topics/TopicInput.tsx"
import { AudienceInput } from "./AudienceInput.tsx"
import { ContentInput } from "./ContentInput.tsx"
import { LazyCampaignBacktest } from "./LazyCampaignBacktest.tsx"
import { LinkParametersInput } from "./LinkParametersInput.tsx"
import { ResendAudience } from "./ResendAudience.tsx"
import { ResendInput } from "./ResendInput.tsx"
import { TimingInput } from "./TimingInput.tsx"

const editable = ({
  name,
  variants,
  holdout_percent,
  audience,
  send_at,
  send_at_zone,
  messages_per_hour,
  topic,
  sender_id,
  link_parameters,
  variant_test,
  resend
}: Campaign) => ({
  name,
  variants,
  holdout_percent,
  audience,
  send_at,
  send_at_zone,
  messages_per_hour,
  topic,
  sender_id,
  link_parameters,
  variant_test,
  resend
})

/** The members on which recipients depend. One that sends another again has its audience from that. */
const testedOf = ({ channel, resend_of }: Campaign, draft: ReturnType<typeof editable>) => {
  const { audience, topic, holdout_percent } = draft
  return resend_of === null ? { channel, audience, topic, holdout_percent } : undefined
}

/** The form of a draft. `onReview` follows a save. */
export const CampaignEditor = (props: {
  readonly campaign: Campaign
  /** Whether the person comes back from the review, with the focus on the button that leads there. */
  readonly isEditedAgain: boolean
  readonly onReview: () => void
}) => {
  const { campaign, onReview } = props
  const account = useAccount()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(editable(campaign))
  const [saved, setSaved] = useState({ draft, updated_at: campaign.updated_at })
  const unsaved = JSON.stringify(draft) !== JSON.stringify(saved.draft)
  const params = { account, id: campaign.id }
  const settle = (state: typeof saved) => {
    setSaved(state)
    return queries.invalidateQueries({ queryKey: ["campaigns", account] })
  }
  const save = useMutation({
    mutationFn: async ({ overwrites = false }: { readonly overwrites?: boolean } = {}) => {
      const payload = overwrites ? draft : { ...draft, updated_at: saved.updated_at }
      const { data } = await call((api) => api.campaigns.update({ params, payload }))
      return { draft, updated_at: data.updated_at }
    },
    onSuccess: settle
  })
  const discard = useMutation({
    mutationFn: async () => (await call((api) => api.campaigns.get({ params }))).data,
    onSuccess: (newest) => {
      save.reset()
      setDraft(editable(newest))
      return settle({ draft: editable(newest), updated_at: newest.updated_at })
    }
  })
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))
  const issue = (field: string) => issueOf(save.error, field)
  const review = async () => {
    if (unsaved) await save.mutateAsync({})
    onReview()
  }
  return (
    <Stack>
      <UnsavedChanges unsaved={unsaved} />
      <TextInput
        label={common.name}
        maxLength={255}
        error={issue("name")}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <ContentInput value={draft} issue={issue} issues={issuesOf(save.error)} onChange={change} />
      {campaign.resend_of === null ? (
        <AudienceInput
          channel={campaign.channel}
          value={draft.audience}
          issue={issue}
          onChange={(audience) => change({ audience })}
        />
      ) : (
        <ResendAudience id={campaign.resend_of} />
      )}
      {campaign.channel === "email" && (
        <SenderInput
          value={draft.sender_id}
          error={issue("sender_id")}
          onChange={(sender_id) => change({ sender_id })}
        />
      )}
      {campaign.channel === "email" && (
        <TopicInput value={draft.topic} error={issue("topic")} onChange={(topic) => change({ topic })} />
      )}
      <TimingInput value={draft} issue={issue} onChange={change} />
      <LinkParametersInput
        campaign={{ channel: campaign.channel, name: draft.name }}
        value={draft.link_parameters}
        issue={issue}
        onChange={(link_parameters) => change({ link_parameters })}
      />
      {campaign.channel === "email" && campaign.resend_of === null && (
        <ResendInput value={draft.resend} issue={issue} onChange={(resend) => change({ resend })} />
      )}
      {save.isError &&
        (isCampaignChanged(save.error) ? (
          <ChangedElsewhere
            title={words.changedElsewhere}
            explanation={words.newerDraftSaved}
            onDiscard={() => discard.mutate()}
            onOverwrite={() => save.mutate({ overwrites: true })}
          />
        ) : (
          <ErrorAlert error={save.error} />
        ))}
      {discard.isError && <ErrorAlert error={discard.error} />}
      {save.isSuccess && !unsaved && <Alert color="teal">{words.saved}</Alert>}
      <Group>
        <Button variant="default" loading={save.isPending} disabled={!unsaved} onClick={() => save.mutate({})}>
          {words.saveDraft}
        </Button>
        <Button
          autoFocus={props.isEditedAgain}
          loading={save.isPending}
          onClick={() => void review().catch(() => undefined)}
        >
          {words.review}
        </Button>
      </Group>
      <LazyCampaignBacktest campaign={campaign} changed={unsaved ? testedOf(campaign, draft) : undefined} />
    </Stack>
  )
}
