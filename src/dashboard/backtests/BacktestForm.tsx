import { Alert, Button, Group, Progress as Bar, Stack, Switch, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { ErrorAlert } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import * as words from "../words/backtests.ts"
import type { Counted, Progress, useBacktest } from "./useBacktest.ts"

type Running = Pick<ReturnType<typeof useBacktest<Counted>>, "run" | "stop" | "isCut"> & {
  readonly progress: ReadonlyArray<readonly [string, Progress<Counted>]>
}

/** Asks for a backtest: its span, or moment, by `children`. Shows its progress, and why it failed. */
export const BacktestForm = (props: {
  readonly explained: string
  readonly backtest: Running
  readonly isValid: boolean
  readonly imported: boolean
  readonly onImported: (imported: boolean) => void
  readonly children: ReactNode
}) => {
  const { run, progress, stop, isCut } = props.backtest
  return (
    <>
      <Section title={words.title} subtitle={props.explained}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            run.mutate()
          }}
        >
          <Stack gap="sm">
            <Group align="end">
              {props.children}
              <Button type="submit" loading={run.isPending} disabled={!props.isValid}>
                {words.run}
              </Button>
              {run.isPending && (
                <Button variant="default" onClick={stop}>
                  {words.stop}
                </Button>
              )}
            </Group>
            <Switch
              label={words.imported}
              checked={props.imported}
              onChange={(event) => props.onImported(event.currentTarget.checked)}
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
    </>
  )
}
