import { Alert, Button, Group, Progress as Bar, Stack, Switch, Text, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { DateTime } from "effect"
import { useEffect, useRef, useState } from "react"
import type { BacktestInput } from "../../../domain/backtests/Backtest.ts"
import type { Definition } from "../../../domain/flows/Definition.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { ErrorAlert } from "../../components/Feedback.tsx"
import { Section } from "../../components/Section.tsx"
import * as words from "../../words/flows/flowBacktest.ts"
import { BacktestFigures } from "./BacktestFigures.tsx"
import { type Progress, runBacktest } from "./runBacktest.ts"
import { WhyNotPerson } from "./WhyNotPerson.tsx"

const dayMillis = 86_400_000
const dayText = (millis: number): string => new Date(millis).toISOString().slice(0, 10)
const midnight = (day: string) => DateTime.makeUnsafe(`${day}T00:00:00Z`)

/** Runs the flow over the past: with the unsaved changes, if there are any, beside the saved version. */
export const BacktestView = (props: {
  readonly id: string
  readonly saved: Definition
  /** The definition with changes; undefined without any. */
  readonly changed: Definition | undefined
}) => {
  const account = useAccount()
  const [from, setFrom] = useState(() => dayText(Date.now() - 30 * dayMillis))
  const [until, setUntil] = useState(() => dayText(Date.now()))
  const [imported, setImported] = useState(true)
  const [progress, setProgress] = useState<ReadonlyArray<readonly [string, Progress]>>([])
  const round = useRef(0)
  // The parts of a backtest end with the page that asked for them.
  useEffect(
    () => () => {
      round.current += 1
    },
    []
  )
  const inputOf = (definition: Definition): BacktestInput => ({
    flow_id: props.id,
    definition,
    from: midnight(from),
    to: midnight(dayText(Date.parse(until) + dayMillis)),
    imported
  })
  const variants =
    props.changed === undefined
      ? [[words.result, props.saved] as const]
      : [[words.draft, props.changed] as const, [words.saved, props.saved] as const]
  const run = useMutation({
    mutationFn: async () => {
      const own = (round.current += 1)
      const isStopped = () => round.current !== own
      const reached = new Map<string, Progress>()
      setProgress([])
      for (const [label, definition] of variants) {
        if (isStopped()) break
        await runBacktest(account, inputOf(definition), {
          isStopped,
          onProgress: (next) => {
            reached.set(label, next)
            if (!isStopped()) setProgress([...reached])
          }
        })
      }
    }
  })
  const isCut = progress.some(([, { figures, total }]) => figures.contacts < total)
  const isValid = !Number.isNaN(Date.parse(from)) && !Number.isNaN(Date.parse(until))
  return (
    <Stack>
      <Section title={words.title} subtitle={words.explained}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            run.mutate()
          }}
        >
          <Stack gap="sm">
            <Group align="end">
              <TextInput
                type="date"
                label={words.from}
                value={from}
                required
                onChange={(event) => setFrom(event.currentTarget.value)}
              />
              <TextInput
                type="date"
                label={words.until}
                value={until}
                required
                onChange={(event) => setUntil(event.currentTarget.value)}
              />
              <Button type="submit" loading={run.isPending} disabled={!isValid}>
                {words.run}
              </Button>
              {run.isPending && (
                <Button variant="default" onClick={() => (round.current += 1)}>
                  {words.stop}
                </Button>
              )}
            </Group>
            <Switch
              label={words.imported}
              checked={imported}
              onChange={(event) => setImported(event.currentTarget.checked)}
            />
            {run.isPending &&
              progress.map(([label, { figures, total }]) => (
                <div key={label}>
                  <Text size="sm">{words.progress(figures.contacts, total)}</Text>
                  <Bar value={total === 0 ? 100 : (100 * figures.contacts) / total} aria-label={label} />
                </div>
              ))}
          </Stack>
        </form>
      </Section>
      {run.isError && <ErrorAlert error={run.error} />}
      {run.isSuccess && isCut && <Alert color="gray">{words.stopped}</Alert>}
      {!run.isError && progress.length > 0 && (
        <BacktestFigures tested={progress.map(([label, { figures }]) => ({ label, figures }))} />
      )}
      {isValid && <WhyNotPerson input={inputOf(props.changed ?? props.saved)} />}
    </Stack>
  )
}
