import { Alert, Group, NativeSelect, NumberInput, Stack, Textarea, TextInput } from "@mantine/core"
import type { Step } from "../../domain/flow/Definition.ts"
import { ConditionsInput } from "./ConditionsInput.tsx"

const units = ["second", "minute", "hour", "day", "week"]

const Duration = (props: { readonly value: string; readonly onChange: (duration: string) => void }) => {
  const [count = "1", unit = "day"] = props.value.split(" ")
  const set = (next: string, of: string) => props.onChange(`${next} ${of}${next === "1" ? "" : "s"}`)
  const singular = unit.replace(/s$/, "")
  return (
    <Group align="end">
      <NumberInput
        label="How long"
        min={1}
        max={365}
        value={Number(count)}
        onChange={(next) => set(String(next), singular)}
      />
      <NativeSelect
        aria-label="Unit"
        data={units.map((value) => ({ value, label: `${value}s` }))}
        value={singular}
        onChange={({ currentTarget }) => set(count, currentTarget.value)}
      />
    </Group>
  )
}

/** What can be set of a step. Branches of a split are edited in the diagram. */
export const StepForm = ({ step, onChange }: { readonly step: Step; readonly onChange: (step: Step) => void }) => {
  switch (step.type) {
    case "delay":
      return <Duration value={step.duration} onChange={(duration) => onChange({ ...step, duration })} />
    case "send_email":
      return (
        <Stack>
          <TextInput
            label="Subject"
            value={step.subject}
            onChange={(event) => onChange({ ...step, subject: event.currentTarget.value })}
          />
          <Textarea
            label="HTML"
            description="Liquid: {{ contact.first_name }}, {{ order.order_id }}, {{ event.… }}. The unsubscribe link is added."
            autosize
            minRows={6}
            maxRows={18}
            value={step.html}
            onChange={(event) => onChange({ ...step, html: event.currentTarget.value })}
          />
        </Stack>
      )
    case "send_sms":
      return (
        <Textarea
          label="Text"
          description="Goes out between 08:00 and 20:00 in the account's time zone."
          autosize
          minRows={3}
          value={step.text}
          onChange={(event) => onChange({ ...step, text: event.currentTarget.value })}
        />
      )
    case "split":
      return (
        <ConditionsInput
          label="Goes the first way if"
          value={step.if}
          onChange={(conditions) => onChange({ ...step, if: conditions })}
        />
      )
    case "add_tag":
      return (
        <TextInput
          label="Tag"
          value={step.tag}
          onChange={(event) => onChange({ ...step, tag: event.currentTarget.value })}
        />
      )
    case "webhook":
      return (
        <TextInput
          label="URL"
          type="url"
          value={step.url}
          onChange={(event) => onChange({ ...step, url: event.currentTarget.value })}
        />
      )
    case "exit":
      return <Alert>The run ends here.</Alert>
  }
}
