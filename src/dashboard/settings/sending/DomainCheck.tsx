import { Badge, Button, Group, Stack, Text } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import type { DnsRecord, RecordCheck, RecordStatus } from "../../../domain/messages/dns/RecordCheck.ts"
import type { SenderState } from "../../../domain/messages/SenderState.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { call } from "../../call.ts"
import { ConfirmButton } from "../../components/ConfirmButton.tsx"
import { ErrorAlert } from "../../components/Feedback.tsx"
import { CopyableText } from "../../components/Secret.tsx"

const statusBadges = {
  ok: ["teal", "OK"],
  missing: ["red", "Missing"],
  wrong: ["red", "Wrong"],
  unknown: ["yellow", "Unknown"]
} as const satisfies Record<RecordStatus, readonly [string, string]>

const RecordToPublish = ({ record, label }: { readonly record: DnsRecord; readonly label: string }) => (
  <Stack gap={4}>
    <Text size="sm">Add this {record.type} record at your domain&apos;s DNS provider. Name:</Text>
    <CopyableText label={`name of the ${label} record`} text={record.name} />
    <Text size="sm">Value:</Text>
    <CopyableText label={`value of the ${label} record`} text={record.value} />
  </Stack>
)

const CheckResult = ({ label, check }: { readonly label: string; readonly check: RecordCheck }) => {
  const [color, text] = statusBadges[check.status]
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Group gap="xs">
        <Text fw={600}>{label}</Text>
        <Badge color={color} variant="light">
          {text}
        </Badge>
      </Group>
      <Text size="sm">{check.message}</Text>
      {check.found.length > 0 && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          Found: {check.found.join(" · ")}
        </Text>
      )}
      {check.record !== null && <RecordToPublish record={check.record} label={label} />}
    </Stack>
  )
}

/** The check of SPF, DKIM and DMARC of the sender's domain, and the account's DKIM key. */
export const DomainCheck = ({
  sender,
  onChange
}: {
  readonly sender: SenderState
  readonly onChange: (sender: SenderState) => void
}) => {
  const account = useAccount()
  const params = { account }
  const check = useMutation({ mutationFn: () => call((api) => api.sender.check({ params })) })
  const createKey = useMutation({
    mutationFn: () => call((api) => api.sender.createKey({ params })),
    onSuccess: ({ data }) => onChange(data)
  })
  if (sender.from_email === null) return <Text size="sm">Save a from address first.</Text>
  const error = check.error ?? createKey.error
  return (
    <Stack>
      {sender.dkim === null ? (
        <Text size="sm">
          With a signing key (DKIM) mailboxes can tell that an e-mail is from you. Skip this if your mail server signs
          for you.
        </Text>
      ) : (
        <Stack gap="xs">
          <Text size="sm">
            {sender.dkim.seen_at === null
              ? "E-mails are signed once DNS has this record. Check the domain after you added it."
              : "E-mails are signed with your key."}
          </Text>
          {sender.dkim.seen_at === null && check.data === undefined && (
            <RecordToPublish record={sender.dkim.record} label="DKIM" />
          )}
        </Stack>
      )}
      <Group>
        <Button loading={check.isPending} onClick={() => check.mutate()}>
          Check domain
        </Button>
        {sender.dkim === null ? (
          <Button variant="default" loading={createKey.isPending} onClick={() => createKey.mutate()}>
            Create signing key
          </Button>
        ) : (
          <ConfirmButton
            label="Remove signing key"
            title="Remove the signing key?"
            action={async () => onChange((await call((api) => api.sender.removeKey({ params }))).data)}
          >
            E-mails are no longer signed by this service. You can make a new key, with a new record.
          </ConfirmButton>
        )}
      </Group>
      {error !== null && <ErrorAlert error={error} />}
      {check.data !== undefined && (
        <Stack aria-live="polite">
          <CheckResult label="SPF" check={check.data.data.spf} />
          <CheckResult label="DKIM" check={check.data.data.dkim} />
          <CheckResult label="DMARC" check={check.data.data.dmarc} />
        </Stack>
      )}
    </Stack>
  )
}
