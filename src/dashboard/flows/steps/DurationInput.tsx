import { Group, NativeSelect, NumberInput } from "@mantine/core"
import { useIssue } from "../editor/flowIssues.ts"
import * as words from "../../words/flows/flowStepForms.ts"

/** A duration such as `3 days`. */
export const DurationInput = (props: {
  readonly label: string
  readonly path: string
  readonly value: string
  readonly onChange: (duration: string) => void
}) => {
  const issue = useIssue(props.path)
  const [count = "1", unit = "day"] = props.value.split(" ")
  const set = (nextCount: string, nextUnit: string) =>
    props.onChange(`${nextCount} ${nextUnit}${nextCount === "1" ? "" : "s"}`)
  const singular = unit.replace(/s$/, "")
  return (
    <Group wrap="nowrap" align={issue === undefined && count !== "" ? "end" : "center"}>
      <NumberInput
        label={props.label}
        error={count === "" ? words.enterNumber : issue}
        min={1}
        max={365}
        value={count === "" ? "" : Number(count)}
        onChange={(next) => set(String(next), singular)}
      />
      <NativeSelect
        aria-label={words.unit}
        data={Object.entries(words.durationUnits(count === "1")).map(([value, label]) => ({ value, label }))}
        value={singular}
        onChange={({ currentTarget }) => set(count, currentTarget.value)}
      />
    </Group>
  )
}
