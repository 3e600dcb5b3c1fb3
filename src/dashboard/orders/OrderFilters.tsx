import { Group, NativeSelect, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { DateTime, Struct } from "effect"
import { FinancialStatus, ShipmentStatus } from "../../domain/orders/Order.ts"
import { call } from "../call.ts"
import { halfOnPhone, SearchInput } from "../components/SearchInput.tsx"
import { showStatus } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import * as words from "../words/orders.ts"

/** The inputs of the filters. Dates are days as the browser's date input writes them; `""` is any. */
export interface OrderInputs {
  readonly search: string
  readonly financial_status: string
  readonly shipment_status: string
  readonly integration_id: string
  readonly from: string
  readonly to: string
}

export const noInputs: OrderInputs = {
  search: "",
  financial_status: "",
  shipment_status: "",
  integration_id: "",
  from: "",
  to: ""
}

export const orderInputNames = Struct.keys(noInputs)

/** Filters as the API takes them. */
export interface OrderFilter {
  readonly search?: string
  readonly financial_status?: typeof FinancialStatus.Type
  readonly shipment_status?: typeof ShipmentStatus.Type
  readonly integration_id?: string
  readonly placed_since?: DateTime.Utc
  readonly placed_until?: DateTime.Utc
}

// The beginning of a day in the browser's time zone, `days` later.
const startOf = (day: string, days: number): DateTime.Utc | undefined => {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number)
  return year < 1000 ? undefined : DateTime.makeUnsafe(new Date(year, month - 1, date + days))
}

export const orderFilter = (inputs: OrderInputs): OrderFilter => {
  const search = inputs.search.trim()
  const financial_status = FinancialStatus.literals.find((status) => status === inputs.financial_status)
  const shipment_status = ShipmentStatus.literals.find((status) => status === inputs.shipment_status)
  const placed_since = startOf(inputs.from, 0)
  const placed_until = startOf(inputs.to, 1)
  return {
    ...(search === "" ? {} : { search }),
    ...(financial_status === undefined ? {} : { financial_status }),
    ...(shipment_status === undefined ? {} : { shipment_status }),
    ...(inputs.integration_id === "" ? {} : { integration_id: inputs.integration_id }),
    ...(placed_since === undefined ? {} : { placed_since }),
    ...(placed_until === undefined ? {} : { placed_until })
  }
}

const optionsOf = (states: ReadonlyArray<string>) => [
  { value: "", label: words.anyValue },
  ...states.map((value) => ({ value, label: showStatus(value) }))
]

/** Search and filters of the list of orders. */
export const OrderFilters = (props: {
  readonly value: OrderInputs
  readonly onChange: (changed: Readonly<Record<string, string>>) => void
}) => {
  const { value, onChange } = props
  const account = useAccount()
  const query = { per_page: 100 }
  const stores = useQuery({
    queryKey: ["integrations", account, query],
    queryFn: () => call((api) => api.integrations.list({ params: { account }, query }))
  })
  const input = (name: keyof OrderInputs) => ({
    value: value[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: currentTarget.value })
  })
  return (
    <Group align="end" gap="sm">
      <SearchInput
        label={words.search}
        placeholder={words.numberEmailOrName}
        maxLength={200}
        w={{ base: "100%", sm: 230 }}
        value={value.search}
        onSearch={(search) => onChange({ search })}
      />
      <NativeSelect
        label={words.payment}
        w={{ sm: 140 }}
        {...halfOnPhone}
        data={optionsOf(FinancialStatus.literals)}
        {...input("financial_status")}
      />
      <NativeSelect
        label={words.shipment}
        w={{ sm: 150 }}
        {...halfOnPhone}
        data={optionsOf(ShipmentStatus.literals)}
        {...input("shipment_status")}
      />
      <TextInput label={words.placedFrom} type="date" w={{ sm: 145 }} {...halfOnPhone} {...input("from")} />
      <TextInput label={words.placedTo} type="date" w={{ sm: 145 }} {...halfOnPhone} {...input("to")} />
      <NativeSelect
        label={words.store}
        w={{ sm: 120 }}
        {...halfOnPhone}
        data={[
          { value: "", label: words.anyValue },
          ...(stores.data?.data ?? []).map(({ id, store_name }) => ({ value: id, label: store_name }))
        ]}
        {...input("integration_id")}
      />
    </Group>
  )
}
