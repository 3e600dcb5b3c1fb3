import { Button, Group, Stack } from "@mantine/core"
import { type ReactNode, useState } from "react"
import * as words from "../words/backtests.ts"
import { BacktestForm } from "./BacktestForm.tsx"
import type { KeptResult, KeptResults } from "./keptResults.ts"
import { type Counted, type Part, useBacktest, type Variant } from "./useBacktest.ts"

/** One column of the figures. */
export type Tested<Figures> = KeptResult<Figures>

interface Asked<Figures> extends Omit<Part<Figures>, "figures"> {
  readonly data: Figures
}

/**
 * A backtest of a flow, segment or campaign: what is asked for, the figures, and the question about one person. With unsaved changes it tests
 * them beside the saved version. A result can be kept, to be shown beside those of later runs.
 */
export const BacktestView = <Version, Input, Figures extends Counted>(props: {
  readonly explained: string
  /** The saved version; with unsaved changes, both versions are tested. */
  readonly saved: Version
  readonly changed: Version | undefined
  /** The body of the call that tests a version. Called only with a valid span. */
  readonly inputOf: (version: Version) => Input
  readonly ask: (input: Input, cursor: string | undefined) => Promise<Asked<Figures>>
  readonly join: (one: Figures, other: Figures) => Figures
  /** The span or moment that is tested, in words; a result that is kept is named by it. */
  readonly span: string
  readonly isValid: boolean
  readonly imported: boolean
  readonly onImported: (imported: boolean) => void
  readonly kept: { readonly results: KeptResults<Figures>; readonly key: string }
  /** The inputs of the span or moment. */
  readonly children: ReactNode
  readonly figures: (tested: ReadonlyArray<Tested<Figures>>) => ReactNode
  readonly person: (input: Input) => ReactNode
}) => {
  const { saved, changed, span, isValid } = props
  const { results, key } = props.kept
  const [kept, setKept] = useState(() => results.get(key))
  const keep = (result: KeptResult<Figures> | undefined) => {
    results.keep(key, result)
    setKept(result)
  }
  const variantOf = (label: string, version: Version): Variant<Figures> => [
    label,
    async (cursor) => {
      const { data, ...part } = await props.ask(props.inputOf(version), cursor)
      return { figures: data, ...part }
    }
  ]
  const backtest = useBacktest(
    changed === undefined
      ? [variantOf(words.result, saved)]
      : [variantOf(words.draft, changed), variantOf(words.saved, saved)],
    props.join
  )
  const tested = backtest.run.isError ? [] : backtest.tested
  // A result that was stopped is of some contacts only.
  const whole = backtest.run.isSuccess && !backtest.isCut ? tested[0] : undefined
  return (
    <Stack>
      <BacktestForm
        explained={props.explained}
        backtest={backtest}
        isValid={isValid}
        imported={props.imported}
        onImported={props.onImported}
      >
        {props.children}
      </BacktestForm>
      {(kept !== undefined || whole !== undefined) && (
        <Group gap="xs">
          {whole !== undefined && (
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                keep({ label: words.keptOf(span, new Date().toLocaleTimeString()), figures: whole.figures })
              }
            >
              {words.keepResult}
            </Button>
          )}
          {kept !== undefined && (
            <Button size="xs" variant="subtle" onClick={() => keep(undefined)}>
              {words.dropResult}
            </Button>
          )}
        </Group>
      )}
      {props.figures(kept === undefined ? tested : [...tested, kept])}
      {isValid && props.person(props.inputOf(changed ?? saved))}
    </Stack>
  )
}
