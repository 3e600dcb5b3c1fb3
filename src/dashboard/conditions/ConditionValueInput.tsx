import { NativeSelect, NumberInput, TagsInput, TextInput } from "@mantine/core"
import { lazy, Suspense } from "react"
import { type Condition, isRecency, type Scalar } from "../../domain/conditions/Condition.ts"
import { showState } from "../format.ts"
import { ProductPicker, ProductsPicker } from "../products/ProductPicker.tsx"
import { TextPicker, TextsPicker } from "../pickers/TextPicker.tsx"
import { TopicPicker } from "../topics/TopicPicker.tsx"
import { choicesOf, kindOf, suggestedFor } from "./conditionFields.ts"
import { valueText } from "./conditionText.ts"
import { DaysInput } from "./DaysInput.tsx"
import * as words from "../words/flows/flowConditions.ts"

// The names of all countries load where one is picked.
const NamePicker = lazy(() => import("../pickers/NamePicker.tsx").then((module) => ({ default: module.NamePicker })))
const NamesPicker = lazy(() => import("../pickers/NamePicker.tsx").then((module) => ({ default: module.NamesPicker })))

const asNumber = (text: string): Scalar => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)

// A field that the account named holds text, numbers or true and false.
const asAny = (text: string): Scalar => (text === "true" ? true : text === "false" ? false : asNumber(text))

/** The input for the value of a condition, by the kind of its field and its operator. Emptied, the condition has no value. */
export const ConditionValueInput = (props: {
  readonly condition: Condition
  /** The type of the event whose data is compared; undefined where it is not known. */
  readonly eventType: string | undefined
  readonly issue: string | undefined
  readonly onChange: (condition: Condition) => void
}) => {
  const { condition, issue } = props
  const { field, op, value } = condition
  if (op === "exists" || op === "not_exists") return null
  const kind = kindOf(field)
  const parse = kind === "number" ? asNumber : kind === "any" ? asAny : (text: string): Scalar => text
  const set = (next: Scalar | ReadonlyArray<Scalar>) => {
    const empty = next === "" || (Array.isArray(next) && next.length === 0)
    const { value: _, ...rest } = condition
    props.onChange(empty ? rest : { ...rest, value: next })
  }
  const choices = choicesOf(field)
  const suggestions = suggestedFor(field, props.eventType)
  const names = suggestions === "countries" || suggestions === "languages" ? suggestions : undefined
  const input = { "aria-label": words.value, error: issue, flex: 1, miw: 140 }
  if (kind === "boolean") {
    return (
      <NativeSelect
        {...input}
        data={Object.entries(words.truths).map(([truth, label]) => ({ value: truth, label }))}
        value={String(value ?? true)}
        onChange={({ currentTarget }) => set(currentTarget.value === "true")}
      />
    )
  }
  if (op === "in") {
    const chosen = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String)
    if (field === "product.id")
      return <ProductsPicker {...input} placeholder={words.choose} value={chosen} onChange={set} />
    if (names !== undefined) {
      return (
        <Suspense>
          <NamesPicker {...input} kind={names} placeholder={words.choose} value={chosen} onChange={set} />
        </Suspense>
      )
    }
    if (suggestions !== undefined) {
      return <TextsPicker {...input} kind={suggestions} value={chosen} onChange={(parts) => set(parts.map(parse))} />
    }
    return (
      <TagsInput
        {...input}
        data={[...(choices ?? [])]}
        splitChars={[","]}
        value={chosen}
        onChange={(parts) => set(parts.map(parse))}
      />
    )
  }
  if (choices !== undefined && (op === "eq" || op === "neq")) {
    const current = valueText(condition)
    const shown = choices.includes(current) || current === "" ? choices : [...choices, current]
    return (
      <NativeSelect
        {...input}
        data={[
          ...(current === "" ? [{ value: "", label: words.choose }] : []),
          ...shown.map((choice) => ({ value: choice, label: showState(choice) }))
        ]}
        value={current}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    )
  }
  if (field === "product.id" && (op === "eq" || op === "neq")) {
    return (
      <ProductPicker {...input} placeholder={words.choose} error={issue} value={valueText(condition)} onChange={set} />
    )
  }
  if (field === "contact.left_topics") {
    return <TopicPicker aria-label={words.value} error={issue} value={valueText(condition)} onChange={set} />
  }
  if (names !== undefined && (op === "eq" || op === "neq")) {
    return (
      <Suspense>
        <NamePicker {...input} kind={names} placeholder={words.choose} value={valueText(condition)} onChange={set} />
      </Suspense>
    )
  }
  if (isRecency(op)) return <DaysInput {...input} value={valueText(condition)} onChange={set} />
  if (suggestions !== undefined) {
    return (
      <TextPicker {...input} kind={suggestions} value={valueText(condition)} onChange={(text) => set(parse(text))} />
    )
  }
  if (kind === "time") {
    return (
      <TextInput
        {...input}
        type="date"
        value={valueText(condition).slice(0, 10)}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  }
  if (kind === "number") {
    return <NumberInput {...input} value={typeof value === "number" ? value : valueText(condition)} onChange={set} />
  }
  return (
    <TextInput {...input} value={valueText(condition)} onChange={(event) => set(parse(event.currentTarget.value))} />
  )
}
