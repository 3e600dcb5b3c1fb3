import { Alert, Group, NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from "@mantine/core"
import type { Step } from "../../domain/flows/Step.ts"
import { ConditionsInput } from "./ConditionsInput.tsx"
import { MessageClassInput } from "./MessageClassInput.tsx"
import { useIssue } from "./flowIssues.ts"

const durationUnits = ["second", "minute", "hour", "day", "week"]

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
    <Group align={issue === undefined && count !== "" ? "end" : "center"}>
      <NumberInput
        label={props.label}
        error={count === "" ? "Enter a number" : issue}
        min={1}
        max={365}
        value={count === "" ? "" : Number(count)}
        onChange={(next) => set(String(next), singular)}
      />
      <NativeSelect
        aria-label="Unit"
        data={durationUnits.map((value) => ({ value, label: `${value}s` }))}
        value={singular}
        onChange={({ currentTarget }) => set(count, currentTarget.value)}
      />
    </Group>
  )
}

/** The settings of a step. The branches of a split are edited in the diagram. */
export const StepForm = (props: {
  readonly step: Step
  readonly path: string
  readonly onChange: (step: Step) => void
}) => {
  const { step, path, onChange } = props
  const subject = useIssue(`${path}.subject`)
  const html = useIssue(`${path}.html`)
  const text = useIssue(`${path}.text`)
  const tag = useIssue(`${path}.tag`)
  const url = useIssue(`${path}.url`)
  switch (step.type) {
    case "delay":
      return (
        <DurationInput
          label="How long"
          path={`${path}.duration`}
          value={step.duration}
          onChange={(duration) => onChange({ ...step, duration })}
        />
      )
    case "send_email":
      return (
        <Stack>
          <TextInput
            label="Subject"
            error={subject}
            value={step.subject}
            onChange={(event) => onChange({ ...step, subject: event.currentTarget.value })}
          />
          <Textarea
            label="HTML"
            error={html}
            description="Liquid: {{ contact.first_name | default: 'there' }}, {{ order.total | money }}, {{ order.placed_at | date: '%d %B' }}, {{ event.… }}."
            autosize
            minRows={6}
            maxRows={18}
            value={step.html}
            onChange={(event) => onChange({ ...step, html: event.currentTarget.value })}
          />
          <Switch
            label="Mail layout"
            description="Adds logo, colour, postal address and unsubscribe links. HTML that is a whole document is sent as it is."
            checked={step.layout !== "none"}
            onChange={(event) => onChange({ ...step, layout: event.currentTarget.checked ? "shell" : "none" })}
          />
          <MessageClassInput
            path={path}
            value={step.class}
            onChange={(messageClass) => onChange({ ...step, class: messageClass })}
          />
        </Stack>
      )
    case "send_sms":
      return (
        <Stack>
          <Textarea
            label="Text"
            error={text}
            description="Sent between 08:00 and 20:00 in the account's time zone. Links become short."
            autosize
            minRows={3}
            value={step.text}
            onChange={(event) => onChange({ ...step, text: event.currentTarget.value })}
          />
          <MessageClassInput
            path={path}
            value={step.class}
            onChange={(messageClass) => onChange({ ...step, class: messageClass })}
          />
        </Stack>
      )
    case "split":
      return (
        <ConditionsInput
          label="Yes if"
          path={`${path}.if`}
          value={step.if}
          onChange={(conditions) => onChange({ ...step, if: conditions })}
        />
      )
    case "add_tag":
      return (
        <TextInput
          label="Tag"
          error={tag}
          value={step.tag}
          onChange={(event) => onChange({ ...step, tag: event.currentTarget.value })}
        />
      )
    case "webhook":
      return (
        <TextInput
          label="URL"
          error={url}
          type="url"
          value={step.url}
          onChange={(event) => onChange({ ...step, url: event.currentTarget.value })}
        />
      )
    case "exit":
      return <Alert>The run ends here.</Alert>
  }
}
