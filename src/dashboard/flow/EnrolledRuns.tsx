import { Group, Stack, Text } from "@mantine/core"
import type { TriggerOutcome } from "../../domain/flows/TriggerOutcome.ts"
import { State } from "../components/State.tsx"
import { To } from "../components/To.tsx"
import { showTime } from "../format.ts"
import { showCause, showReason } from "../reasons.ts"
import { useAccount } from "../useAccount.ts"
import { RunMessage } from "./RunMessage.tsx"

/** What flows made of an order or event: their runs with the messages of each, and why others did not start. */
export const EnrolledRuns = (props: { readonly flows: ReadonlyArray<TriggerOutcome>; readonly none: string }) => {
  const account = useAccount()
  if (props.flows.length === 0) return <Text size="sm">{props.none}</Text>
  return (
    <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
      {props.flows.map(({ flow_id, flow_name, cause, refused, run }) => (
        <li key={`${flow_id}${cause}${run?.id ?? ""}`}>
          <Group gap="xs">
            <To to="/a/$account/flows/$id" params={{ account, id: flow_id }} fz="sm" fw={600}>
              {flow_name}
            </To>
            <State state={run?.status ?? "not started"} />
          </Group>
          <Text size="sm" c="dimmed">
            {run === null
              ? showReason(refused ?? "")
              : `Started ${showTime(run.started_at)} by ${showCause(cause)}${run.reason === null ? "" : `. ${showReason(run.reason)}`}`}
          </Text>
          {run?.messages.map((message) => (
            <RunMessage key={message.id} message={message} />
          ))}
        </li>
      ))}
    </Stack>
  )
}
