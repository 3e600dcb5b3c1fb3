import { Text } from "@mantine/core"
import type { FlowRun } from "../../domain/flows/FlowRun.ts"
import { To } from "../components/To.tsx"
import { showState } from "../format.ts"
import { showChannel, showReason } from "../reasons.ts"
import { useAccount } from "../useAccount.ts"

/** A message that a run wrote, and what became of it. */
export const RunMessage = ({ message }: { readonly message: FlowRun["messages"][number] }) => {
  const account = useAccount()
  return (
    <Text size="sm" miw={180}>
      <To underline="always" to="/a/$account/messages/$id" params={{ account, id: message.id }}>
        {showChannel(message.channel)}
      </To>{" "}
      {showState(message.status)}
      {message.reason === null ? "" : `: ${showReason(message.reason)}`}
    </Text>
  )
}
