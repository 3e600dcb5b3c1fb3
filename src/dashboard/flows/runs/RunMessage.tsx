import { Text } from "@mantine/core"
import { reasonText } from "../../../domain/reasons.ts"
import type { FlowRun } from "../../../domain/flows/FlowRun.ts"
import { PageLink } from "../../components/PageLink.tsx"
import { showChannel, showState } from "../../format.ts"
import { useAccount } from "../../accounts/useAccount.ts"

/** A message of a run with its status and reason. */
export const RunMessage = ({ message }: { readonly message: FlowRun["messages"][number] }) => {
  const account = useAccount()
  return (
    <Text inherit>
      <PageLink underline="always" to="/a/$account/messages/$id" params={{ account, id: message.id }}>
        {showChannel(message.channel)}
      </PageLink>{" "}
      {showState(message.status)}
      {message.reason === null ? "" : `: ${reasonText(message.reason)}`}
    </Text>
  )
}
