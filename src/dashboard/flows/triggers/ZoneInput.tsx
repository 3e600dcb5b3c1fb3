import { NativeSelect } from "@mantine/core"
import * as words from "../../words/flows/flowStepForms.ts"

/** Whose time zone a local time is read in. */
export const ZoneInput = (props: {
  readonly value: "account" | "contact" | undefined
  readonly onChange: (zone: "account" | "contact") => void
}) => (
  <NativeSelect
    label={words.timeZone}
    description={words.aboutTimeZone}
    value={props.value ?? "account"}
    data={Object.entries(words.zones).map(([value, label]) => ({ value, label }))}
    onChange={({ currentTarget }) => props.onChange(currentTarget.value === "contact" ? "contact" : "account")}
  />
)
