import { Alert, Anchor, Code, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { callerName } from "./RequestDetails.tsx"

/** Which programs still call what is deprecated, and what to call instead; nothing while there are none. */
export const DeprecatedCalls = () => {
  const account = useAccount()
  const uses = useQuery({
    queryKey: ["deprecated-calls", account],
    queryFn: () => call((api) => api.requests.deprecated({ params: { account } }))
  })
  if (uses.data?.data.length === 0) return null
  return (
    <Alert
      color="yellow"
      title="Deprecated calls still in use"
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      <Stack gap="xs">
        <Text size="sm">
          These calls of the last 30 days still work, but will not for ever. The{" "}
          <Anchor href="/docs" size="sm" underline="always" c="inherit">
            API reference
          </Anchor>{" "}
          explains what to call instead.
        </Text>
        <Table
          label="Deprecated calls"
          columns={[
            { title: "Called by", of: ({ caller }) => callerName(caller) },
            { title: "Call", of: ({ endpoint }) => <Code>{endpoint}</Code> },
            { title: "Instead", of: ({ successor }) => <Code>{successor}</Code> },
            { title: "How often", of: ({ calls }) => calls.toLocaleString() },
            { title: "Last", of: ({ last_at }) => showTime(last_at) }
          ]}
          rows={uses.data?.data}
          keyOf={({ caller, endpoint }) => `${caller.id} ${endpoint}`}
          error={uses.error}
          retry={() => void uses.refetch()}
          empty={null}
        />
      </Stack>
    </Alert>
  )
}
