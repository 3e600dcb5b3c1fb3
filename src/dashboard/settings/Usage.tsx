import { Card, SimpleGrid, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { DayChart } from "../components/DayChart.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import * as words from "../words/settings/settingsRequests.ts"
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
    [words.apiRequests, days.map(({ day, calls }) => ({ day, value: calls }))],
    [words.rejectedByRateLimit, days.map(({ day, limited }) => ({ day, value: limited }))]
  ] as const
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {charts.map(([label, values]) => (
        <Card withBorder key={label}>
          <Title order={2} size="h5">
            {label}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {words.totalOfPeriod(values.reduce((sum, { value }) => sum + value, 0))}
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
  const budget = useQuery({
    queryKey: ["budget", account],
    queryFn: () => call((api) => api.activity.budget({ params: { account } })),
    refetchInterval: 10_000
  })
  if (budget.data === undefined && budget.error !== null)
    return <ErrorAlert error={budget.error} retry={() => void budget.refetch()} />
  if (budget.data === undefined) return <Loading />
  const { minute, day } = budget.data.data
  return (
    <Stack>
      <Card withBorder>
        <Stack>
          <Title order={2} size="h5">
            {words.apiRequests}
          </Title>
          <RateLimitUsage label={words.thisMinute} used={minute.used} limit={minute.limit} />
          <RateLimitUsage label={words.today} used={day.used} limit={day.limit} />
          <Text size="sm" c="dimmed">
            {words.limitsAreShared}
          </Text>
        </Stack>
      </Card>
      <DailyCharts />
    </Stack>
  )
}
