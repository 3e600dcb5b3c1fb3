import { MultiSelect, Stack, TextInput } from "@mantine/core"
import { type WaitUntil, weekdays } from "../../../domain/flows/Step.ts"
import { useIssue } from "../editor/flowIssues.ts"
import { ZoneInput } from "../triggers/ZoneInput.tsx"
import * as words from "../../words/flows/flowStepForms.ts"
import { dayNames } from "../../words/flows/flowSteps.ts"

// Monday first.
const days = [...weekdays.slice(1), ...weekdays.slice(0, 1)]

/** The time of day and days of the week of a `wait_until`, and whose time zone they are read in. */
export const WaitUntilForm = (props: {
  readonly step: WaitUntil
  readonly path: string
  readonly onChange: (step: WaitUntil) => void
}) => {
  const { path, onChange } = props
  const { time, weekdays: chosen, ...step } = props.step
  const change = (nextTime: string | undefined, nextDays: WaitUntil["weekdays"]) =>
    onChange({
      ...step,
      ...(nextTime === undefined || nextTime === "" ? {} : { time: nextTime }),
      ...(nextDays === undefined || nextDays.length === 0 ? {} : { weekdays: nextDays })
    })
  const issue = useIssue(path)
  const timeIssue = useIssue(`${path}.time`)
  return (
    <Stack>
      <TextInput
        label={words.timeOfDay}
        description={words.aboutTimeOfDay}
        type="time"
        error={timeIssue ?? issue}
        value={time ?? ""}
        onChange={(event) => change(event.currentTarget.value, chosen)}
      />
      <MultiSelect
        label={words.daysOfWeek}
        placeholder={chosen === undefined ? words.anyDay : ""}
        error={useIssue(`${path}.weekdays`)}
        data={days.map((value) => ({ value, label: dayNames[value] }))}
        value={[...(chosen ?? [])]}
        onChange={(next) =>
          change(
            time,
            weekdays.filter((day) => next.includes(day))
          )
        }
      />
      <ZoneInput value={step.zone} onChange={(zone) => onChange({ ...props.step, zone })} />
    </Stack>
  )
}
