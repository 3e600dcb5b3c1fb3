import { useContext } from "react"
import type { Step } from "../../../domain/flows/Step.ts"
import { skippedText } from "../../../domain/reports/skippedText.ts"
import { money, percent } from "../../home/figures.ts"
import classes from "../editor/FlowDiagram.module.css"
import { ShownReport, useStepReport } from "./flowReport.ts"
import * as words from "../../words/flows/flowEditor.ts"

const Figures = ({
  label,
  figures
}: {
  readonly label: string
  readonly figures: ReadonlyArray<readonly [string, string]>
}) => (
  <ul className={classes["figures"]} aria-label={label}>
    {figures.map(([name, value]) => (
      <li key={name}>
        <b>{value}</b> {name}
      </li>
    ))}
  </ul>
)

const count = (value: number): string => value.toLocaleString()

// Shown only where there are some.
const unlessNone = (name: string, value: number): ReadonlyArray<readonly [string, string]> =>
  value === 0 ? [] : [[name, count(value)]]

/** The figures of a step in the period: entries, and for messages their outcomes and revenue. */
export const StepFigures = ({ step }: { readonly step: Step }) => {
  const report = useContext(ShownReport)
  const figures = useStepReport(step.id)
  if (report === null || step.type === "exit") return null
  const { entered = 0, waiting = 0 } = figures ?? {}
  const waits = step.type === "delay" || step.type === "wait_until" || step.type === "wait_for"
  const sends = step.type === "send_email" || step.type === "send_sms"
  const {
    sent = 0,
    captured = 0,
    delivered = 0,
    clicked = 0,
    unsubscribed = 0,
    bounced = 0,
    failed = 0
  } = figures ?? {}
  const sums = figures?.sums
  return (
    <Figures
      label={words.figures}
      figures={[
        [words.entered, count(entered)],
        ...(waits ? [[words.waiting, count(waiting)] as const] : unlessNone(words.waiting, waiting)),
        ...(sends
          ? [
              [words.sent, count(sent)] as const,
              ...unlessNone(words.notSent, captured),
              ...(sums?.skipped_by ?? []).map(
                ({ reason, count: total }) => [words.skippedBy(skippedText(reason)), count(total)] as const
              ),
              ...unlessNone(words.failed, failed),
              ...unlessNone(words.queued, (sums?.waiting ?? 0) - waiting),
              ...unlessNone(words.held, sums?.held ?? 0),
              ...unlessNone(words.cancelled, sums?.cancelled ?? 0),
              // The sum of those before, but for `entered`, which leaves out who came before the period and waits here still.
              ...unlessNone(words.inAll, sums?.audience ?? 0),
              ...(delivered === null
                ? [[words.delivered, words.unknown] as const]
                : unlessNone(words.delivered, delivered)),
              [words.clicked, sent === 0 ? count(clicked) : `${count(clicked)} (${percent(clicked / sent)})`] as const,
              ...unlessNone(words.unsubscribed, unsubscribed),
              ...unlessNone(words.bounced, bounced),
              ...(figures?.revenue ?? []).map(
                ({ currency, amount, orders }) => [words.fromOrders(orders), money(currency)(Number(amount))] as const
              )
            ]
          : [])
      ]}
    />
  )
}

/** How many runs started in the period, and how they are now. */
export const RunFigures = () => {
  const report = useContext(ShownReport)
  if (report === null) return null
  const { started, under_way, completed, exited, failed } = report.runs
  return (
    <Figures
      label={words.runs}
      figures={[
        [words.started, count(started)],
        [words.inProgress, count(under_way)],
        [words.completed, count(completed)],
        ...unlessNone(words.exited, exited),
        ...unlessNone(words.failed, failed)
      ]}
    />
  )
}
