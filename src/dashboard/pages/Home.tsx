import { Card, Group, Progress, SimpleGrid, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { DayChart } from "../components/DayChart.tsx"
import { Page } from "../components/Page.tsx"
import { Failure, Loading } from "../components/States.tsx"
import { FirstSteps } from "../home/FirstSteps.tsx"
import { useAccount } from "../useAccount.ts"

/** How much of a rate window is used. */
export const Budget = (props: { readonly label: string; readonly used: number; readonly limit: number }) => (
  <div>
    <Group justify="space-between" mb={4}>
      <Text size="sm">{props.label}</Text>
      <Text size="sm">
        {props.used.toLocaleString()} of {props.limit.toLocaleString()}
      </Text>
    </Group>
    <Progress value={(100 * props.used) / Math.max(1, props.limit)} aria-label={props.label} />
  </div>
)

/** The last 30 days at a glance, and what to do next in an account where nothing happened yet. */
export const Home = () => {
  const account = useAccount()
  const activity = useQuery({
    queryKey: ["activity", account],
    queryFn: () => call((api) => api.activity.read({ params: { account } }))
  })
  if (activity.error !== null) return <Failure error={activity.error} retry={() => void activity.refetch()} />
  if (activity.data === undefined) return <Loading />
  const { days, currency, minute, day } = activity.data.data
  const count = (value: number) => value.toLocaleString()
  const money = (value: number) =>
    value.toLocaleString(undefined, currency === null ? {} : { style: "currency", currency })
  const charts = [
    ["Orders", days.map((each) => ({ day: each.day, value: each.orders })), count],
    [
      `Revenue${currency === null ? "" : ` in ${currency}`}`,
      days.map((each) => ({ day: each.day, value: Number(each.revenue) })),
      money
    ],
    ["New subscribers", days.map((each) => ({ day: each.day, value: each.subscribers })), count],
    ["Flows started", days.map((each) => ({ day: each.day, value: each.flow_starts })), count]
  ] as const
  return (
    <Page title="Home">
      <FirstSteps />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {charts.map(([label, values, show]) => (
          <Card withBorder key={label}>
            <Group justify="space-between">
              <Title order={2} size="h5">
                {label}
              </Title>
              <Text fw={700}>{show(values.reduce((sum, { value }) => sum + value, 0))}</Text>
            </Group>
            <Text size="xs" c="dimmed" mb="xs">
              Last 30 days
            </Text>
            <DayChart label={label} days={values} show={show} />
          </Card>
        ))}
      </SimpleGrid>
      <Card withBorder>
        <Stack gap="xs">
          <Title order={2} size="h5">
            API budget
          </Title>
          <Budget label="This minute" used={minute.used} limit={minute.limit} />
          <Budget label="Today (UTC)" used={day.used} limit={day.limit} />
        </Stack>
      </Card>
    </Page>
  )
}
