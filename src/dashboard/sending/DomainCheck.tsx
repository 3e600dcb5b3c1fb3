import { Badge, Button, Group, Stack, Text, Title } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import type { DnsRecord, RecordCheck, RecordStatus } from "../../domain/messages/dns/RecordCheck.ts"
import type { SenderState } from "../../domain/messages/SenderState.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { useSender, useSetSender } from "./useSender.ts"

const states: Readonly<Record<RecordStatus, readonly [label: string, color: string]>> = {
  ok: ["Found", "teal"],
  missing: ["Missing", "red"],
  wrong: ["Needs a change", "red"],
  unknown: ["Not sure", "yellow"]
}

const Copyable = ({ name, record }: { readonly name: string; readonly record: DnsRecord }) => (
  <Stack gap={4}>
    <Text size="xs" c="dimmed">
      {record.type} record, name
    </Text>
    <CopyableText label={`${name} name`} text={record.name} />
    <Text size="xs" c="dimmed">
      Value
    </Text>
    <CopyableText label={`${name} value`} text={record.value} />
  </Stack>
)

const Result = ({ name, check }: { readonly name: string; readonly check: RecordCheck }) => {
  const [label, color] = states[check.status]
  return (
    <Stack gap="xs" component="section" aria-label={`${name} check`}>
      <Group gap="xs">
        <Title order={3} size="h6">
          {name}
        </Title>
        <Badge variant="light" color={color} c="var(--mantine-color-text)" tt="none">
          {label}
        </Badge>
      </Group>
      <Text size="sm">{check.message}</Text>
      {check.found.length > 0 && check.status !== "ok" && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          Found now: {check.found.join(" | ")}
        </Text>
      )}
      {check.record !== null && <Copyable name={name} record={check.record} />}
    </Stack>
  )
}

/** The DNS records of the sender's domain: a check of SPF, DKIM and DMARC, and the account's DKIM key. */
export const DomainCheck = ({ sender }: { readonly sender: SenderState }) => {
  const account = useAccount()
  const setSender = useSetSender()
  const query = useSender()
  const params = { account }
  const check = useMutation({
    mutationFn: () => call((api) => api.sender.check({ params })),
    // The check may have found the DKIM record.
    onSuccess: () => query.refetch()
  })
  const createKey = useMutation({
    mutationFn: () => call((api) => api.sender.createKey({ params })),
    onSuccess: (saved) => {
      setSender(saved)
      check.reset()
    }
  })
  const { dkim } = sender
  const result = check.data?.data
  const error = check.error ?? createKey.error
  return (
    <Section
      title="Domain"
      subtitle="DNS records that show mail providers that your mail is from you. Add them where you manage your domain."
      actions={
        <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          Check domain
        </Button>
      }
    >
      <Stack>
        {error !== null && <ErrorAlert error={error} />}
        {result !== undefined && (
          <>
            <Text size="sm">
              Checked <b>{result.domain}</b>. A new record can take up to an hour to be seen.
            </Text>
            <Result name="SPF" check={result.spf} />
            <Result name="DKIM" check={result.dkim} />
            <Result name="DMARC" check={result.dmarc} />
          </>
        )}
        {dkim === null ? (
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              With a DKIM key your mail is signed, so that receivers can trust it. You get a DNS record to add.
            </Text>
            <Button size="xs" variant="default" loading={createKey.isPending} onClick={() => createKey.mutate()}>
              Create DKIM key
            </Button>
          </Stack>
        ) : (
          <Stack gap="xs">
            <Group justify="space-between">
              <Text size="sm">
                {dkim.seen_at === null
                  ? "Your mail is not signed yet. Add this record, then check your domain."
                  : "Your mail is signed with the DKIM key of this record."}
              </Text>
              <ConfirmButton
                size="xs"
                label="Remove DKIM key"
                title="Remove the DKIM key?"
                action={() => call((api) => api.sender.removeKey({ params })).then(setSender)}
              >
                Your mail is no longer signed. A new key needs a new DNS record.
              </ConfirmButton>
            </Group>
            {result?.dkim.record == null && <Copyable name="DKIM record" record={dkim.record} />}
          </Stack>
        )}
      </Stack>
    </Section>
  )
}
