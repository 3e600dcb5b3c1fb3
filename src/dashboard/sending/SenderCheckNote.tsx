import { Alert, List, Stack, Text } from "@mantine/core"
import type { SenderCheck } from "../../domain/senders/SenderState.ts"
import { showTime } from "../format.ts"
import * as words from "../words/sending/senderCheck.ts"
import { SendingLink } from "./SendingLink.tsx"

const records = ["proof", "spf", "dkim", "dmarc"] as const

/** The result of the last check of the sender's domain, shown before sending. It warns and prevents nothing. */
export const SenderCheckNote = (props: {
  readonly check: SenderCheck | null
  readonly section?: "sending" | "senders"
}) => {
  const { check, section = "sending" } = props
  if (check === null) {
    return (
      <Alert color="yellow" title={words.neverChecked}>
        <Text size="sm">
          {words.checkFirst} <SendingLink section={section} />.
        </Text>
      </Alert>
    )
  }
  const time = showTime(check.checked_at)
  const lacking = records.flatMap((record) => {
    const status = check[record]
    return status === null || status === "ok" ? [] : [{ record, status }]
  })
  if (lacking.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.allFound(check.domain, time)}
      </Text>
    )
  }
  return (
    <Alert color="yellow" title={words.recordsLacking(check.domain)}>
      <Stack gap="xs">
        <List size="sm">
          {lacking.map(({ record, status }) => (
            <List.Item key={record}>{words.recordState(words.records[record], words.recordStates[status])}</List.Item>
          ))}
        </List>
        <Text size="sm">
          {words.mayGoToSpam(time)} <SendingLink section={section} />.
        </Text>
      </Stack>
    </Alert>
  )
}
