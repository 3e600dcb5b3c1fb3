import { Alert, Button, Group, NumberInput, Stack, Text } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { FormEvent } from "react"
import { maxHoldout } from "../../domain/lift/Lift.ts"
import type { ShownSendingLimits } from "../../domain/messages/SendingLimits.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { OwnersOnly } from "../accounts/OwnersOnly.tsx"
import { useMay } from "../accounts/useMay.ts"
import { call, issueOf, issuesOf } from "../call.ts"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { Section } from "../components/Section.tsx"
import { useDraft } from "../components/useDraft.ts"
import * as words from "../words/sending/sending.ts"

type Limits = typeof ShownSendingLimits.Type
type Entry = number | string

const formOf = ({
  messages_per_hour,
  warm_up,
  frequency_cap,
  holdout_percent
}: Limits): Readonly<Record<Field, Entry>> => ({
  messages_per_hour: messages_per_hour ?? "",
  start: warm_up?.start ?? "",
  growth: warm_up?.growth ?? "",
  frequency_cap: frequency_cap ?? "",
  holdout_percent
})
const drafts = keptDrafts<ReturnType<typeof formOf>>()

type Field = "messages_per_hour" | "start" | "growth" | "frequency_cap" | "holdout_percent"

const valueOf = (entry: Entry): number | null => (entry === "" ? null : Number(entry))

const leftText = ({ emails_per_hour, emails_left, texts_left }: Limits): string =>
  [
    emails_per_hour === null ? words.noEmailLimit : words.emailsLeft(emails_left, emails_per_hour),
    ...(texts_left === null ? [] : [words.textsLeft(texts_left)])
  ].join(" ")

const LimitsForm = ({ limits, onSaved }: { readonly limits: Limits; readonly onSaved: () => void }) => {
  const account = useAccount()
  const draft = useDraft(drafts, formOf(limits))
  const { form, setForm } = draft
  const [start, growth] = [valueOf(form.start), valueOf(form.growth)]
  const isIncomplete = (start === null) !== (growth === null)
  const save = useMutation({
    mutationFn: (sent: typeof form) => {
      const payload = {
        messages_per_hour: valueOf(sent.messages_per_hour),
        warm_up: start === null || growth === null ? null : { start, growth },
        frequency_cap: valueOf(sent.frequency_cap),
        holdout_percent: valueOf(sent.holdout_percent) ?? 0
      }
      return call((api) => api.sendingLimits.set({ params: { account }, payload }))
    },
    onSuccess: (_, sent) => {
      draft.settle(sent, sent)
      onSaved()
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isIncomplete) save.mutate(form)
  }
  const input = (field: Field, max: number, path: string = field) => ({
    value: form[field],
    min: 1,
    max,
    clampBehavior: "strict" as const,
    allowDecimal: false,
    allowNegative: false,
    error: issueOf(save.error, path),
    onChange: (entry: Entry) => {
      setForm({ ...form, [field]: entry })
      if (!save.isIdle) save.reset()
    }
  })
  return (
    <form onSubmit={submit}>
      <Stack maw={520}>
        <KeptDraft draft={draft} />
        <Text size="sm">{leftText(limits)}</Text>
        <NumberInput
          label={words.messagesPerHour}
          description={words.messagesPerHourExplained}
          {...input("messages_per_hour", 1_000_000)}
        />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <NumberInput
            label={words.warmUpStart}
            {...input("start", 1_000_000, "warm_up.start")}
            {...(isIncomplete && start === null ? { error: words.setBothOrNone } : {})}
          />
          <NumberInput
            label={words.warmUpGrowth}
            suffix="%"
            {...input("growth", 1_000, "warm_up.growth")}
            {...(isIncomplete && growth === null ? { error: words.setBothOrNone } : {})}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {words.warmUpExplained}
        </Text>
        <NumberInput
          label={words.messagesPerContact}
          description={words.messagesPerContactExplained}
          {...input("frequency_cap", 100)}
        />
        <NumberInput
          label={words.holdout}
          description={words.holdoutExplained}
          suffix="%"
          {...input("holdout_percent", maxHoldout)}
          min={0}
        />
        {save.isError && issuesOf(save.error).length === 0 && <ErrorAlert error={save.error} />}
        {save.isSuccess && !draft.isUnsaved && <Alert color="teal">{words.limitsSaved}</Alert>}
        <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
          {words.saveLimits}
        </Button>
      </Stack>
    </form>
  )
}

/** The limits that the account sets on its own sending (contract §12). */
export const SendingLimits = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const maySet = useMay("sendingLimits", "set")
  const queryKey = ["sending-limits", account]
  const query = useQuery({ queryKey, queryFn: () => call((api) => api.sendingLimits.get({ params: { account } })) })
  return (
    <Section title={words.limits} subtitle={words.limitsExplained}>
      {query.error !== null && <ErrorAlert error={query.error} retry={() => void query.refetch()} />}
      {query.error === null && query.data === undefined && <Loading />}
      {query.data !== undefined && (
        <OwnersOnly may={maySet}>
          <LimitsForm limits={query.data.data} onSaved={() => void queries.invalidateQueries({ queryKey })} />
        </OwnersOnly>
      )}
    </Section>
  )
}
