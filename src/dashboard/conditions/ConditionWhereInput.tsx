import { Group, NativeSelect } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import type { Condition } from "../../domain/conditions/Condition.ts"
import { historyFieldOf } from "../../domain/conditions/History.ts"
import type { HistoryFilter } from "../../domain/conditions/HistoryFilter.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ProductPicker } from "../products/ProductPicker.tsx"
import { TextPicker } from "../pickers/TextPicker.tsx"
import { DaysInput } from "./DaysInput.tsx"
import { useIssue } from "../flows/editor/flowIssues.ts"
import * as words from "../words/flows/flowConditions.ts"

type FilterName = keyof HistoryFilter

/** The values that are suggested for a filter. */
const valuesOf = {
  event_type: "event_types",
  sku: "skus",
  product_type: "product_types",
  vendor: "vendors",
  product_tag: "product_tags"
} as const

/** The newest flows or campaigns of the account as options. */
const useSources = (name: "flow_id" | "campaign_id") => {
  const account = useAccount()
  const query = { per_page: 100 }
  return useQuery({
    queryKey: [name === "flow_id" ? "flows" : "campaigns", account, "options"],
    queryFn: async () => {
      const { data } =
        name === "flow_id"
          ? await call((api) => api.flows.list({ params: { account }, query }))
          : await call((api) => api.campaigns.list({ params: { account }, query }))
      return data.map((source) => ({ value: source.id, label: source.name }))
    }
  }).data
}

const SourceInput = (props: {
  readonly name: "flow_id" | "campaign_id"
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (id: string) => void
}) => {
  const sources = useSources(props.name) ?? []
  const known = props.value === "" || sources.some(({ value }) => value === props.value)
  return (
    <NativeSelect
      label={words.filterLabels[props.name]}
      size="xs"
      error={props.error}
      data={[
        { value: "", label: words.any },
        ...sources,
        ...(known ? [] : [{ value: props.value, label: props.value }])
      ]}
      value={props.value}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
  )
}

const FilterInput = (props: {
  readonly name: FilterName
  readonly path: string
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const { name, value, onChange } = props
  const error = useIssue(props.path)
  switch (name) {
    case "within":
      return (
        <label>
          <Group gap={4} wrap="nowrap" fz="xs">
            {words.filterLabels.within}
            <DaysInput
              aria-label={words.filterLabels.within}
              placeholder={words.anyTime}
              maw={130}
              error={error}
              {...{ value, onChange }}
            />
          </Group>
        </label>
      )
    case "flow_id":
    case "campaign_id":
      return <SourceInput name={name} value={value} error={error} onChange={onChange} />
    case "product_id":
      return (
        <ProductPicker
          label={words.filterLabels.product_id}
          placeholder={words.any}
          size="xs"
          maw={220}
          {...{ error, value, onChange }}
        />
      )
    case "event_type":
    case "sku":
    case "product_type":
    case "vendor":
    case "product_tag":
      return (
        <TextPicker
          label={words.filterLabels[name]}
          kind={valuesOf[name]}
          placeholder={words.any}
          size="xs"
          maw={160}
          {...{ error, value, onChange }}
        />
      )
    case "channel":
      return (
        <NativeSelect
          label={words.filterLabels.channel}
          size="xs"
          error={error}
          data={[
            { value: "", label: words.any },
            ...Object.entries(words.channels).map(([code, label]) => ({ value: code, label }))
          ]}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
  }
}

/** Which orders, events, messages or views a condition counts; nothing for other fields. */
export const ConditionWhereInput = (props: {
  readonly condition: Condition
  readonly path: string
  readonly onChange: (condition: Condition) => void
}) => {
  const { condition, path, onChange } = props
  const filters = historyFieldOf(condition.field)?.filters ?? []
  if (filters.length === 0) return null
  const { where = {}, ...rest } = condition
  const set = (name: FilterName, value: string) => {
    const others = Object.entries(where).filter(([other]) => other !== name)
    const next: HistoryFilter = Object.fromEntries(value === "" ? others : [...others, [name, value]])
    onChange(Object.keys(next).length === 0 ? rest : { ...rest, where: next })
  }
  return (
    <Group gap="xs" w="100%" pl="md" align="end">
      {filters.map((name) => (
        <FilterInput
          key={name}
          name={name}
          path={`${path}.where.${name}`}
          value={where[name] ?? ""}
          onChange={(value) => set(name, value)}
        />
      ))}
    </Group>
  )
}
