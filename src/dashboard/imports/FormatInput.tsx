import { NativeSelect, SimpleGrid } from "@mantine/core"
import { DateOrder, DecimalMark, FileEncoding, PhoneDigits, Separator } from "../../domain/imports/FileLayout.ts"
import type { InspectedFile } from "../../domain/imports/inspectFile.ts"
import { zoneOptions } from "../settings/placeOptions.ts"
import * as words from "../words/imports.ts"
import type { ChosenCsv } from "./chosenFile.ts"

/** One choice of the format. A null value was not found out, and has to be answered. */
const Choice = <Value extends string>(props: {
  readonly label: string
  readonly values: ReadonlyArray<Value>
  readonly labels: Readonly<Record<Value, string>>
  readonly value: Value | null
  readonly onChange: (value: Value) => void
}) => (
  <NativeSelect
    size="xs"
    label={props.label}
    required={props.value === null}
    error={props.value === null ? words.bothPossible : undefined}
    data={[
      ...(props.value === null ? [{ value: "", label: words.choose }] : []),
      ...props.values.map((value) => ({ value, label: props.labels[value] }))
    ]}
    value={props.value ?? ""}
    onChange={({ currentTarget }) => {
      const chosen = props.values.find((value) => value === currentTarget.value)
      if (chosen !== undefined) props.onChange(chosen)
    }}
  />
)

/** How a CSV file is written, as it was found; each part can be changed. */
export const FormatInput = (props: {
  readonly csv: ChosenCsv
  readonly onFormat: (format: Partial<InspectedFile["format"]>) => void
  readonly onMarks: (marks: Partial<Pick<ChosenCsv, "decimal" | "dates" | "phones">>) => void
}) => {
  const { encoding, separator, timezone } = props.csv.inspected.format
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
      <Choice
        label={words.encoding}
        values={FileEncoding.literals}
        labels={words.encodings}
        value={encoding}
        onChange={(value) => props.onFormat({ encoding: value })}
      />
      <Choice
        label={words.separator}
        values={Separator.literals}
        labels={words.separators}
        value={separator}
        onChange={(value) => props.onFormat({ separator: value })}
      />
      <Choice
        label={words.numbers}
        values={DecimalMark.literals}
        labels={words.decimals}
        value={props.csv.decimal}
        onChange={(decimal) => props.onMarks({ decimal })}
      />
      <Choice
        label={words.dates}
        values={DateOrder.literals}
        labels={words.dateOrders}
        value={props.csv.dates}
        onChange={(dates) => props.onMarks({ dates })}
      />
      {props.csv.phones !== undefined && (
        <Choice
          label={words.phones}
          values={PhoneDigits.literals}
          labels={words.phoneDigits}
          value={props.csv.phones}
          onChange={(phones) => props.onMarks({ phones })}
        />
      )}
      <NativeSelect
        size="xs"
        label={words.timezone}
        data={[...zoneOptions(timezone)]}
        value={timezone}
        onChange={({ currentTarget }) => props.onFormat({ timezone: currentTarget.value })}
      />
    </SimpleGrid>
  )
}
