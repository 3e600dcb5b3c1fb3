import { Card, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { Failure, Loading } from "../components/States.tsx"
import { Budget } from "../pages/Home.tsx"
import { useAccount } from "../useAccount.ts"

/** Both rate windows as they stand (contract §7). */
export const Usage = () => {
  const account = useAccount()
  const activity = useQuery({
    queryKey: ["activity", account],
    queryFn: () => call((api) => api.activity.read({ params: { account } })),
    refetchInterval: 10_000
  })
  if (activity.error !== null) return <Failure error={activity.error} retry={() => void activity.refetch()} />
  if (activity.data === undefined) return <Loading />
  const { minute, day } = activity.data.data
  return (
    <Card withBorder maw={560}>
      <Stack>
        <Title order={2} size="h5">
          API requests
        </Title>
        <Budget label="This minute" used={minute.used} limit={minute.limit} />
        <Budget label="Today (UTC)" used={day.used} limit={day.limit} />
        <Text size="sm" c="dimmed">
          All tokens and applications of an account share one budget, and its subaccounts draw on it too. The operator
          of this service sets higher limits.
        </Text>
      </Stack>
    </Card>
  )
}
