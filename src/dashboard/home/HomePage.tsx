import { Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import type { Activity } from "../../domain/reports/Activity.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { DayChart } from "../components/DayChart.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { Page } from "../components/Page.tsx"
import { Section } from "../components/Section.tsx"
import { LazyLiftResult } from "../lift/lazyLift.ts"
import { FigureTile } from "./FigureTile.tsx"
import { FirstSteps } from "./FirstSteps.tsx"
import { figuresOf } from "./figures.ts"
import { NeedsAttention } from "./NeedsAttention.tsx"
import { type PeriodDays, periods } from "./periods.ts"
import { TopFlows } from "./TopFlows.tsx"
import * as words from "../words/home/home.ts"

// Loaded where there are messages.
const MessageSums = lazy(async () => ({ default: (await import("./MessageSums.tsx")).MessageSums }))

const Figures = ({ activity }: { readonly activity: Activity }) => {
  const [chosen, setChosen] = useState("")
  const [selected, setSelected] = useState("attributed")
  const [compares, setCompares] = useState(true)
  const currencies = activity.sales.map(({ currency }) => currency)
  const currency = currencies.includes(chosen) ? chosen : (currencies[0] ?? null)
  const figures = figuresOf(activity, currency)
  const figure = figures.find(({ key }) => key === selected) ?? figures[0]
  const days = activity.days.map((day, index) => ({
    day,
    value: figure?.days[index] ?? 0,
    ...(compares ? { previous: figure?.previous[index] ?? 0 } : {})
  }))
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {figures.map((entry) => (
          <FigureTile
            key={entry.key}
            figure={entry}
            selected={entry.key === figure?.key}
            onSelect={() => setSelected(entry.key)}
          />
        ))}
      </SimpleGrid>
      <Section
        title={figure?.label ?? ""}
        subtitle={(figure?.isRevenue === true ? words.revenueByDay : words.byDay)(activity.timezone)}
        actions={
          <Group gap="md">
            {currencies.length > 1 && (
              <NativeSelect
                size="xs"
                aria-label={words.currency}
                data={currencies}
                value={currency ?? ""}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
            )}
            <Checkbox
              size="xs"
              label={words.compare}
              checked={compares}
              onChange={(event) => setCompares(event.currentTarget.checked)}
            />
          </Group>
        }
      >
        {figure !== undefined && <DayChart label={figure.label} days={days} format={figure.format} />}
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <TopFlows flows={activity.flows} />
        <NeedsAttention items={activity.attention} />
      </SimpleGrid>
    </Stack>
  )
}

/** Revenue of the account's messages, its sales, subscribers and sending health, and the first steps of a new account. */
export const HomePage = () => {
  const account = useAccount()
  const navigate = useNavigate()
  const { days = "30" } = useSearch({ strict: false })
  const activity = useQuery({
    queryKey: ["activity", account, days],
    queryFn: () => call((api) => api.activity.get({ params: { account }, query: { days } })),
    placeholderData: keepPreviousData
  })
  const lift = useQuery({
    queryKey: ["lift", account],
    queryFn: () => call((api) => api.activity.lift({ params: { account } }))
  })
  const choose = (next: PeriodDays) => navigate({ to: "/a/$account", params: { account }, search: { days: next } })
  if (activity.data === undefined && activity.error !== null)
    return <ErrorAlert error={activity.error} retry={() => void activity.refetch()} />
  if (activity.data === undefined) return <Loading />
  return (
    <Page
      title={words.home}
      actions={
        <Group gap="xs">
          <Text size="sm" c="dimmed" component="label" htmlFor="period">
            {words.period}
          </Text>
          <NativeSelect
            id="period"
            value={days}
            data={periods.map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => {
              const next = periods.find(([value]) => value === currentTarget.value)
              if (next !== undefined) void choose(next[0])
            }}
          />
        </Group>
      }
    >
      <FirstSteps />
      <Figures activity={activity.data.data} />
      {activity.data.data.sums.audience > 0 && (
        <Suspense>
          <MessageSums sums={activity.data.data.sums} />
        </Suspense>
      )}
      {lift.data?.data != null && (
        <Suspense>
          <LazyLiftResult lift={lift.data.data} />
        </Suspense>
      )}
    </Page>
  )
}
