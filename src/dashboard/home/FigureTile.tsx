import { Group, Text, UnstyledButton } from "@mantine/core"
import { Sparkline } from "../components/Sparkline.tsx"
import type { Figure } from "./figures.ts"
import classes from "./Home.module.css"
import * as words from "../words/home/home.ts"

/** The change from the period before; nothing where there was nothing. */
const Change = ({ now, before }: { readonly now: number; readonly before: number }) => {
  if (before === 0 || now === before)
    return (
      <Text size="xs" c="dimmed">
        {now === before ? words.noChange : words.newFigure}
      </Text>
    )
  const change = (now - before) / before
  const text = Math.abs(change).toLocaleString(undefined, {
    style: "percent",
    maximumFractionDigits: Math.abs(change) < 10 ? 1 : 0
  })
  return (
    <Text size="xs" c={change > 0 ? "var(--tally-good)" : "dimmed"}>
      {change > 0 ? "↑" : "↓"} {text}
    </Text>
  )
}

/** A figure as number, change and line. Pressed, it is the one that the chart below shows. */
export const FigureTile = (props: {
  readonly figure: Figure
  readonly selected: boolean
  readonly onSelect: () => void
}) => {
  const { figure } = props
  const total = figure.total(figure.days, false)
  return (
    <UnstyledButton className={classes["tile"] ?? ""} aria-pressed={props.selected} onClick={props.onSelect}>
      <Text size="sm" c="dimmed" fw={500}>
        {figure.label}
      </Text>
      <Group justify="space-between" align="baseline" gap={4}>
        <Text className={classes["number"] ?? ""}>{figure.isUnknown === true ? "—" : figure.format(total)}</Text>
        {figure.isUnknown !== true && <Change now={total} before={figure.total(figure.previous, true)} />}
      </Group>
      <Sparkline values={figure.days} />
      {figure.note !== undefined && (
        <Text size="xs" c="dimmed">
          {figure.note}
        </Text>
      )}
    </UnstyledButton>
  )
}
