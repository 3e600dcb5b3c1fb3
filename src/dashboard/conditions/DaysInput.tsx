import { NumberInput, type NumberInputProps, TextInput } from "@mantine/core"
import * as words from "../words/flows/flowConditions.ts"

/** A span of time in days; a span in another unit stays text. `onChange` gets `""` when it is emptied. */
export const DaysInput = ({
  value,
  onChange,
  ...input
}: Pick<NumberInputProps, "aria-label" | "placeholder" | "error" | "flex" | "miw" | "maw"> & {
  readonly value: string
  readonly onChange: (span: string) => void
}) => {
  const [, text] = /^(\d+) days?$/.exec(value) ?? []
  const days = text === undefined ? undefined : Number(text)
  return value === "" || days !== undefined ? (
    <NumberInput
      {...input}
      min={1}
      max={365}
      allowDecimal={false}
      suffix={words.daysSuffix(days)}
      value={days ?? ""}
      onChange={(next) => onChange(next === "" ? "" : `${next} ${Number(next) === 1 ? "day" : "days"}`)}
    />
  ) : (
    <TextInput {...input} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}
