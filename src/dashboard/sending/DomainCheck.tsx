import { Badge, Button, Group, Stack, Text, Title } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import type { DnsRecord, RecordCheck, RecordStatus } from "../../domain/senders/dns/RecordCheck.ts"
import type { DomainCheck as Found, SenderState } from "../../domain/senders/SenderState.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import { OwnersOnly } from "../accounts/OwnersOnly.tsx"
import { useMay } from "../accounts/useMay.ts"
import { records, recordStates } from "../words/sending/senderCheck.ts"
import * as words from "../words/sending/sending.ts"

const colours: Readonly<Record<RecordStatus, string>> = {
  ok: "teal",
  missing: "red",
  wrong: "red",
  unknown: "yellow"
}

const Copyable = ({ name, record }: { readonly name: string; readonly record: DnsRecord }) => (
  <Stack gap={4}>
    <Text size="xs" c="dimmed">
      {words.recordName(record.type)}
    </Text>
    <CopyableText label={words.nameOfRecord(name)} text={record.name} />
    <Text size="xs" c="dimmed">
      {words.recordValue}
    </Text>
    <CopyableText label={words.valueOfRecord(name)} text={record.value} />
  </Stack>
)

const Result = ({ name, check }: { readonly name: string; readonly check: RecordCheck }) => (
  <Stack gap="xs" component="section" aria-label={words.checkOf(name)}>
    <Group gap="xs">
      <Title order={3} size="h6">
        {name}
      </Title>
      <Badge variant="light" color={colours[check.status]} c="var(--mantine-color-text)" tt="none">
        {recordStates[check.status]}
      </Badge>
    </Group>
    <Text size="sm">{check.message}</Text>
    {check.found.length > 0 && check.status !== "ok" && (
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {words.foundNow(check.found.join(" | "))}
      </Text>
    )}
    {check.record !== null && <Copyable name={name} record={check.record} />}
  </Stack>
)

/** The calls about a sender's domain. */
export interface DomainCalls {
  readonly check: () => Promise<{ readonly data: Found }>
  readonly createKey: () => Promise<unknown>
  readonly removeKey: () => Promise<unknown>
  /** Reads the sender again. */
  readonly refresh: () => Promise<unknown>
}

/** The DNS records of a sender's domain: a check of SPF, DKIM and DMARC, and the domain's DKIM key. */
export const DomainCheck = (props: {
  readonly sender: Pick<SenderState, "dkim" | "domain_proof">
  readonly calls: DomainCalls
}) => {
  const { sender, calls } = props
  const mayCreateKey = useMay("sender", "createKey")
  const check = useMutation({
    mutationFn: calls.check,
    // The check may have found the DKIM record.
    onSuccess: calls.refresh
  })
  const createKey = useMutation({ mutationFn: calls.createKey, onSuccess: () => check.reset() })
  const { dkim, domain_proof: proof } = sender
  const result = check.data?.data
  const error = check.error ?? createKey.error
  return (
    <Section
      title={words.domain}
      subtitle={words.domainExplained}
      actions={
        <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {words.checkDomain}
        </Button>
      }
    >
      <Stack>
        {error !== null && <ErrorAlert error={error} />}
        {proof !== null && !proof.proven && (result?.proof ?? null) === null && (
          <Stack gap="xs">
            <Text size="sm">{words.proofExplained(proof.domain)}</Text>
            <Copyable name={records.proof} record={proof.record} />
          </Stack>
        )}
        {result !== undefined && (
          <>
            <Text size="sm">
              {words.checkedBefore}
              <b>{result.domain}</b>
              {words.checkedAfter}
            </Text>
            {result.proof !== null && <Result name={records.proof} check={result.proof} />}
            <Result name={records.spf} check={result.spf} />
            <Result name={records.dkim} check={result.dkim} />
            <Result name={records.dmarc} check={result.dmarc} />
          </>
        )}
        <OwnersOnly may={mayCreateKey}>
          {dkim === null ? (
            <Stack gap="xs" align="flex-start">
              <Text size="sm">{words.dkimKeyExplained}</Text>
              <Button size="xs" variant="default" loading={createKey.isPending} onClick={() => createKey.mutate()}>
                {words.createDkimKey}
              </Button>
            </Stack>
          ) : (
            <Stack gap="xs">
              <Group justify="space-between">
                <Text size="sm">{dkim.seen_at === null ? words.mailNotSigned : words.mailSigned}</Text>
                <ConfirmButton
                  size="xs"
                  label={words.removeDkimKey}
                  title={words.removeDkimKeyTitle}
                  action={calls.removeKey}
                >
                  {words.removeDkimKeyExplained}
                </ConfirmButton>
              </Group>
              {result?.dkim.record == null && <Copyable name={words.dkimRecord} record={dkim.record} />}
            </Stack>
          )}
        </OwnersOnly>
      </Stack>
    </Section>
  )
}
