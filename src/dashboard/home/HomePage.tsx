import { Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { DayChart } from "../components/DayChart.tsx"
import { Page } from "../components/Page.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { FirstSteps } from "./FirstSteps.tsx"
import { RateLimitUsage } from "../settings/RateLimitUsage.tsx"
import { useAccount } from "../accounts/useAccount.ts"

/** The last 30 days in charts, the API usage, and the first steps of a new account. */
export const HomePage = () => {
  const account = useAccount()
  const activity = useQuery({
    queryKey: ["activity", account],
    queryFn: () => call((api) => api.activity.read({ params: { account } }))
  })
  if (activity.data === undefined && activity.error !== null)
    return <ErrorAlert error={activity.error} retry={() => void activity.refetch()} />
  if (activity.data === undefined) return <Loading />
  const { days, currency, minute, day } = activity.data.data
  const count = (value: number) => value.toLocaleString()
  const money = (value: number) =>
    value.toLocaleString(undefined, currency === null ? {} : { style: "currency", currency })
  const charts = [
    ["Orders", days.map((entry) => ({ day: entry.day, value: entry.orders })), count],
    [
      `Revenue${currency === null ? "" : ` in ${currency}`}`,
      days.map((entry) => ({ day: entry.day, value: Number(entry.revenue) })),
      money
    ],
    ["New subscribers", days.map((entry) => ({ day: entry.day, value: entry.subscribers })), count],
    ["Flows started", days.map((entry) => ({ day: entry.day, value: entry.flow_starts })), count]
  ] as const
  return (
    <Page title="Home">
      <FirstSteps />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {charts.map(([label, values, format]) => (
          <Card withBorder key={label}>
            <Group justify="space-between">
              <Title order={2} size="h5">
                {label}
              </Title>
              <Text fw={700}>{format(values.reduce((sum, { value }) => sum + value, 0))}</Text>
            </Group>
            <Text size="xs" c="dimmed" mb="xs">
              Last 30 days
            </Text>
            <DayChart label={label} days={values} format={format} />
          </Card>
        ))}
      </SimpleGrid>
      <Card withBorder>
        <Stack gap="xs">
          <Title order={2} size="h5">
            API usage
          </Title>
          <RateLimitUsage label="This minute" used={minute.used} limit={minute.limit} />
          <RateLimitUsage label="Today (UTC)" used={day.used} limit={day.limit} />
        </Stack>
      </Card>
    </Page>
  )
}
