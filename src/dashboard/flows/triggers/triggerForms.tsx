import { NativeSelect } from "@mantine/core"
import { Struct } from "effect"
import type { ReactNode } from "react"
import type { Channel } from "../../../domain/contacts/Consent.ts"
import type { FlowTrigger } from "../../../domain/flows/FlowTrigger.ts"
import { TextPicker } from "../../pickers/TextPicker.tsx"
import { useIssue } from "../editor/flowIssues.ts"
import { DurationInput } from "../steps/DurationInput.tsx"
import { CartTriggerForm } from "./CartTriggerForm.tsx"
import { DateTriggerForm } from "./DateTriggerForm.tsx"
import { PriceTriggerForm, RestockTriggerForm } from "./ProductTriggerForms.tsx"
import { SegmentTriggerForm } from "./SegmentTriggerForm.tsx"
import { ViewTriggerForm } from "./ViewTriggerForm.tsx"
import * as words from "../../words/flows/flowTriggerForms.ts"

type Type = FlowTrigger["type"]

/** The value of a form, and its change. */
interface FormProps<T> {
  readonly value: T
  readonly onChange: (value: T) => void
}

interface TriggerForm<T extends FlowTrigger> {
  /** A trigger that is just chosen, with placeholders. */
  readonly initial: T
  /** The form of its members; absent if it has none. */
  readonly Form?: (props: FormProps<T>) => ReactNode
}

const ChannelForm = <T extends { readonly channel: Channel }>({ value, onChange }: FormProps<T>) => (
  <NativeSelect
    label={words.channel}
    value={value.channel}
    data={Object.entries(words.channels).map(([channel, label]) => ({ value: channel, label }))}
    onChange={({ currentTarget }) => onChange({ ...value, channel: currentTarget.value === "sms" ? "sms" : "email" })}
  />
)

const triggerForms: { readonly [T in Type]: TriggerForm<FlowTrigger & { readonly type: T }> } = {
  order_placed: { initial: { type: "order_placed" } },
  order_received: { initial: { type: "order_received" } },
  event: {
    initial: { type: "event", event_type: "signed_up" },
    Form: ({ value, onChange }) => (
      <TextPicker
        kind="event_types"
        label={words.eventType}
        error={useIssue("trigger.event_type")}
        value={value.event_type}
        onChange={(event_type) => onChange({ ...value, event_type })}
      />
    )
  },
  subscribed: { initial: { type: "subscribed", channel: "email" }, Form: ChannelForm },
  unsubscribed: { initial: { type: "unsubscribed", channel: "email" }, Form: ChannelForm },
  tagged: {
    initial: { type: "tagged", tag: "vip" },
    Form: ({ value, onChange }) => (
      <TextPicker
        label={words.tag}
        kind="tags"
        error={useIssue("trigger.tag")}
        value={value.tag}
        onChange={(tag) => onChange({ ...value, tag })}
      />
    )
  },
  no_order_for: {
    initial: { type: "no_order_for", duration: "60 days" },
    Form: ({ value, onChange }) => (
      <DurationInput
        label={words.noOrderFor}
        path="trigger.duration"
        value={value.duration}
        onChange={(duration) => onChange({ ...value, duration })}
      />
    )
  },
  date: {
    initial: { type: "date", field: "birthday", repeat: "yearly", days: 0, time: "09:00" },
    Form: DateTriggerForm
  },
  cart_abandoned: {
    initial: { type: "cart_abandoned", duration: "1 hour" },
    Form: CartTriggerForm
  },
  product_viewed: {
    initial: { type: "product_viewed", times: 2, within: "7 days", duration: "2 hours" },
    Form: ViewTriggerForm
  },
  back_in_stock: { initial: { type: "back_in_stock" }, Form: RestockTriggerForm },
  price_dropped: { initial: { type: "price_dropped", percent: 10, days: 30 }, Form: PriceTriggerForm },
  entered_segment: {
    initial: { type: "entered_segment", segment_id: "" },
    Form: ({ value, onChange }) => (
      <SegmentTriggerForm value={value.segment_id} onChange={(segment_id) => onChange({ ...value, segment_id })} />
    )
  }
}

const formOf = <T extends Type>(type: T): TriggerForm<FlowTrigger & { readonly type: T }> => triggerForms[type]

/** The trigger of a type, with placeholders; of an unknown type, the trigger of an event. */
export const newTrigger = (type: string): FlowTrigger =>
  formOf(Struct.keys(triggerForms).find((known) => known === type) ?? "event").initial

/** The form of a trigger's members. */
export const TriggerForm = ({ value, onChange }: FormProps<FlowTrigger>) => {
  const { Form } = formOf(value.type)
  return Form === undefined ? null : <Form value={value} onChange={onChange} />
}
