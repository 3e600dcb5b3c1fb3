import { Alert, Anchor, Code, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { callerName } from "./RequestDetails.tsx"

/** A warning with the deprecated endpoints in use, their callers and successors; nothing when there are none. */
export const DeprecatedCalls = () => {
  const account = useAccount()
  const deprecated = useQuery({
    queryKey: ["deprecated-calls", account],
    queryFn: () => call((api) => api.requests.deprecated({ params: { account } }))
  })
  if (deprecated.data?.data.length === 0) return null
  return (
    <Alert
      color="yellow"
      title="Deprecated calls still in use"
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      <Stack gap="xs">
        <Text size="sm">
          These endpoints, called in the last 30 days, still work but will be removed. The{" "}
          <Anchor href="/docs" size="sm" underline="always" c="inherit">
            API reference
          </Anchor>{" "}
          describes their successors.
        </Text>
        <Table
          label="Deprecated calls"
          columns={[
            { title: "Called by", cell: ({ caller }) => callerName(caller) },
            { title: "Endpoint", cell: ({ endpoint }) => <Code>{endpoint}</Code> },
            { title: "Successor", cell: ({ successor }) => <Code>{successor}</Code> },
            { title: "Requests", cell: ({ calls }) => calls.toLocaleString() },
            { title: "Last request", cell: ({ last_at }) => showTime(last_at) }
          ]}
          rows={deprecated.data?.data}
          rowKey={({ caller, endpoint }) => `${caller.id} ${endpoint}`}
          error={deprecated.error}
          retry={() => void deprecated.refetch()}
          empty={null}
        />
      </Stack>
    </Alert>
  )
}
