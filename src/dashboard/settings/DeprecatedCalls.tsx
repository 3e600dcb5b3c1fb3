import { Alert, Anchor, Code, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import * as words from "../words/settings/settingsRequests.ts"

/** A warning with the deprecated endpoints in use, their callers and successors; nothing when there are none. */
export const DeprecatedCalls = () => {
  const account = useAccount()
  const deprecated = useQuery({
    queryKey: ["deprecated-calls", account],
    queryFn: () => call((api) => api.requests.deprecated({ params: { account } }))
  })
  if (deprecated.data?.data.length === 0) return null
  return (
    <Alert color="yellow" title={words.deprecatedInUse} styles={{ title: { color: "var(--mantine-color-text)" } }}>
      <Stack gap="xs">
        <Text size="sm">
          {words.deprecatedEffectBefore}
          <Anchor href="/docs" size="sm" underline="always" c="inherit">
            {words.apiReference}
          </Anchor>
          {words.deprecatedEffectAfter}
        </Text>
        <Table
          label={words.deprecatedCalls}
          columns={[
            { title: words.calledBy, cell: ({ caller }) => words.callerName(caller) },
            { title: words.endpoint, cell: ({ endpoint }) => <Code>{endpoint}</Code> },
            { title: words.successor, cell: ({ successor }) => <Code>{successor}</Code> },
            { title: words.requestCount, cell: ({ calls }) => calls.toLocaleString() },
            { title: words.lastRequest, cell: ({ last_at }) => showTime(last_at) }
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
