import { Badge, Button, Group, Stack, Text, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { SenderState } from "../../domain/senders/SenderState.ts"
import type { TrackingDomain as Found } from "../../domain/senders/TrackingDomain.ts"
import { OwnersOnly } from "../accounts/OwnersOnly.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { useMay } from "../accounts/useMay.ts"
import { call, issueOf, issuesOf } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { Section } from "../components/Section.tsx"
import { showTime } from "../format.ts"
import * as words from "../words/sending/trackingDomain.ts"
import { useSetSender } from "./useSender.ts"

const colours: Readonly<Record<Found["status"], string>> = {
  unchecked: "gray",
  waiting: "yellow",
  working: "teal",
  failed: "red"
}

/** How the domain stands, and the DNS record to publish while it does not work. */
const State = ({ found: { domain, status, message, record, checked_at } }: { readonly found: Found }) => (
  <Stack gap="xs">
    <Group gap="xs">
      <Badge variant="light" color={colours[status]} c="var(--mantine-color-text)" tt="none" miw="max-content">
        {words.states[status]}
      </Badge>
      {checked_at !== null && (
        <Text size="xs" c="dimmed">
          {words.checkedAt(showTime(checked_at))}
        </Text>
      )}
    </Group>
    {message !== null && (
      <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
        {message}
      </Text>
    )}
    {status === "working" ? (
      <Text size="sm">{message === null ? words.works(domain) : words.falters}</Text>
    ) : (
      <>
        {message === null && <Text size="sm">{words.publish}</Text>}
        <Text size="xs" c="dimmed">
          {words.typeAndName(record.type)}
        </Text>
        <CopyableText label={words.recordName} text={record.name} />
        <Text size="xs" c="dimmed">
          {words.value}
        </Text>
        <CopyableText label={words.recordValue} text={record.value} />
      </>
    )}
  </Stack>
)

/** The host of the links of the account's e-mail (contract §12): its form, its state and its check. */
export const TrackingDomain = ({ sender }: { readonly sender: SenderState }) => {
  const account = useAccount()
  const setSender = useSetSender()
  const mayChange = useMay("sender", "change")
  const saved = sender.tracking_domain
  const [host, setHost] = useState(saved?.domain ?? "")
  const check = useMutation({
    mutationFn: () => call((api) => api.sender.checkTracking({ params: { account } })),
    onSuccess: ({ data }) => setSender({ data: { ...sender, tracking_domain: data } })
  })
  const save = useMutation({
    mutationFn: (sent: string) => {
      const tracking_domain = sent.trim() === "" ? null : sent
      return call((api) => api.sender.change({ params: { account }, payload: { tracking_domain } }))
    },
    onSuccess: (answer, sent) => {
      setSender(answer)
      // Not over what was typed since.
      setHost((now) => (now === sent ? (answer.data.tracking_domain?.domain ?? "") : now))
      check.reset()
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(host)
  }
  const error = issuesOf(save.error).length === 0 ? (save.error ?? check.error) : check.error
  return (
    <Section
      title={words.title}
      subtitle={words.explained}
      actions={
        mayChange &&
        saved !== null && (
          <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            {words.check}
          </Button>
        )
      }
    >
      <Stack>
        <OwnersOnly may={mayChange}>
          <form onSubmit={submit}>
            <Stack maw={520}>
              <TextInput
                label={words.domain}
                description={words.domainExplained}
                placeholder={words.example}
                autoComplete="off"
                inputMode="url"
                value={host}
                error={issueOf(save.error, "tracking_domain")}
                onChange={({ currentTarget }) => setHost(currentTarget.value)}
              />
              <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
                {words.save}
              </Button>
            </Stack>
          </form>
        </OwnersOnly>
        {error !== null && <ErrorAlert error={error} />}
        {saved !== null && <State found={saved} />}
      </Stack>
    </Section>
  )
}
