import { Group, Stack, Text } from "@mantine/core"
import { reasonText } from "../../domain/reasons.ts"
import type { TriggerOutcome } from "../../domain/flows/TriggerOutcome.ts"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { showCause, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { RunMessage } from "./runs/RunMessage.tsx"
import * as words from "../words/flows/triggeredFlows.ts"

/** The flows that an order or event triggered: each with its run and messages, or why it did not start. */
export const TriggeredFlows = (props: {
  readonly flows: ReadonlyArray<TriggerOutcome>
  readonly emptyText: string
}) => {
  const account = useAccount()
  if (props.flows.length === 0) return <Text size="sm">{props.emptyText}</Text>
  return (
    <Stack gap="md" component="ul" fz="sm" m={0} p={0} style={{ listStyle: "none" }}>
      {props.flows.map(({ flow_id, flow_name, cause, refused, run }) => (
        <li key={`${flow_id}${cause}${run?.id ?? ""}`}>
          <Group gap="xs">
            <PageLink to="/a/$account/flows/$id" params={{ account, id: flow_id }} fw={600}>
              {flow_name}
            </PageLink>
            <StatusBadge status={run?.status ?? words.notStarted} />
          </Group>
          <Text inherit c="dimmed">
            {run === null
              ? reasonText(refused ?? "")
              : `${words.started(showTime(run.started_at), showCause(cause))}${run.reason === null ? "" : `. ${reasonText(run.reason)}`}`}
          </Text>
          {run?.messages.map((message) => (
            <RunMessage key={message.id} message={message} />
          ))}
        </li>
      ))}
    </Stack>
  )
}
