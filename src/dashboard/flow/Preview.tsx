import { Alert, Paper, Stack, Text } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { FlowTrigger } from "../../domain/flows/Definition.ts"
import type { SendEmail, SendSms } from "../../domain/flows/Step.ts"
import { call, issuesOf } from "../call.ts"
import { Failure, Loading } from "../components/States.tsx"
import { showTime } from "../format.ts"
import { MailParts, TextBubble } from "../mail/MailParts.tsx"
import { showReason } from "../reasons.ts"
import { useAccount } from "../useAccount.ts"
import { Sample, type SampleOf } from "./Sample.tsx"

const titles = { skipped: "Now it would not be sent", held: "Now it would wait", failed: "The template fails" } as const

/** The message as it would go out now to a real contact, rendered where it would be sent from. */
export const Preview = (props: {
  readonly step: typeof SendEmail.Type | typeof SendSms.Type
  readonly trigger: FlowTrigger
}) => {
  const account = useAccount()
  const [sample, setSample] = useState<SampleOf>({ contact_id: "", cause_id: "" })
  const [step] = useDebouncedValue(props.step, 400)
  const trigger = props.trigger.type
  const { contact_id, cause_id } = sample
  const payload = { trigger, step, contact_id }
  const preview = useQuery({
    queryKey: ["preview", account, payload, cause_id],
    enabled: contact_id !== "",
    retry: false,
    queryFn: () =>
      call((api) =>
        api.flows.preview({
          params: { account },
          payload: {
            ...payload,
            ...(cause_id === "" ? {} : trigger === "event" ? { event_id: cause_id } : { order_id: BigInt(cause_id) })
          }
        })
      ),
    placeholderData: keepPreviousData
  })
  const shown = preview.data?.data
  const issues = issuesOf(preview.error)
  return (
    <Stack>
      <Sample event={trigger === "event"} value={sample} onChange={setSample} />
      {preview.error !== null && issues.length === 0 && (
        <Failure error={preview.error} retry={() => void preview.refetch()} />
      )}
      {issues.length > 0 && (
        <Alert color="red" title="It can't be rendered">
          {issues.map(({ field, message }) => (
            <Text size="sm" key={`${field}${message}`}>
              {field.replace("step.", "")}: {message}
            </Text>
          ))}
        </Alert>
      )}
      {contact_id !== "" && shown === undefined && preview.error === null && <Loading />}
      {contact_id === "" && <Text size="sm">It is shown with the data of a contact, once there is one.</Text>}
      {shown !== undefined && issues.length === 0 && (
        <>
          {shown.unsent !== null && (
            <Alert color={shown.unsent.status === "failed" ? "red" : "yellow"} title={titles[shown.unsent.status]}>
              {showReason(shown.unsent.reason)}
              {shown.unsent.until === null ? "" : `, so until ${showTime(shown.unsent.until)}`}
            </Alert>
          )}
          {shown.subject !== null && (
            <Paper withBorder p="sm">
              <Text size="xs" c="dimmed">
                To {shown.recipient ?? "nobody"}
              </Text>
              <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                {shown.subject}
              </Text>
            </Paper>
          )}
          {shown.html !== null && <MailParts html={shown.html} text={shown.text ?? ""} />}
          {shown.html === null && shown.text !== null && <TextBubble text={shown.text} />}
        </>
      )}
    </Stack>
  )
}
