import { Card, SimpleGrid, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { DayChart } from "../components/DayChart.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { RateLimitUsage } from "./RateLimitUsage.tsx"
import { useAccount } from "../accounts/useAccount.ts"

const DailyCharts = () => {
  const account = useAccount()
  const usage = useQuery({
    queryKey: ["usage", account],
    queryFn: () => call((api) => api.requests.usage({ params: { account } })),
    refetchInterval: 60_000
  })
  if (usage.data === undefined && usage.error !== null)
    return <ErrorAlert error={usage.error} retry={() => void usage.refetch()} />
  if (usage.data === undefined) return <Loading />
  const days = usage.data.data
  const charts = [
    ["API requests", days.map(({ day, calls }) => ({ day, value: calls }))],
    ["Rejected by the rate limit (429)", days.map(({ day, limited }) => ({ day, value: limited }))]
  ] as const
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {charts.map(([label, values]) => (
        <Card withBorder key={label}>
          <Title order={2} size="h5">
            {label}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {values.reduce((sum, { value }) => sum + value, 0).toLocaleString()} in the last 30 days (UTC)
          </Text>
          <DayChart label={label} days={values} />
        </Card>
      ))}
    </SimpleGrid>
  )
}

/** The use of both rate limit windows (contract §7), and the API requests of the last 30 days. */
export const Usage = () => {
  const account = useAccount()
  const activity = useQuery({
    queryKey: ["activity", account],
    queryFn: () => call((api) => api.activity.read({ params: { account } })),
    refetchInterval: 10_000
  })
  if (activity.data === undefined && activity.error !== null)
    return <ErrorAlert error={activity.error} retry={() => void activity.refetch()} />
  if (activity.data === undefined) return <Loading />
  const { minute, day } = activity.data.data
  return (
    <Stack>
      <Card withBorder maw={560}>
        <Stack>
          <Title order={2} size="h5">
            API requests
          </Title>
          <RateLimitUsage label="This minute" used={minute.used} limit={minute.limit} />
          <RateLimitUsage label="Today (UTC)" used={day.used} limit={day.limit} />
          <Text size="sm" c="dimmed">
            All tokens and applications of an account and its subaccounts share these limits. The operator of this
            service can raise them.
          </Text>
        </Stack>
      </Card>
      <DailyCharts />
    </Stack>
  )
}
