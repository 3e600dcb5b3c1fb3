/** Words of the fields that a mail can show, by what started the flow. */
import type { TriggerSubject } from "../../../domain/flows/triggerKinds.ts"

interface MergeField {
  readonly label: string
  /** As Liquid shows it. */
  readonly field: string
}

export const groups = {
  contact: "Contact",
  order: "Order",
  cart: "Cart",
  event: "Event",
  product: "Product",
  account: "Shop"
} as const

export const customFields = "Custom fields"
export const eventData = "Data of events"

export const contactFields: ReadonlyArray<MergeField> = [
  { label: "First name", field: "{{ contact.first_name | default: 'there' }}" },
  { label: "Last name", field: "{{ contact.last_name }}" },
  { label: "E-mail", field: "{{ contact.email }}" },
  { label: "Phone", field: "{{ contact.phone }}" },
  { label: "Number of orders", field: "{{ contact.order_count }}" }
]

export const accountFields: ReadonlyArray<MergeField> = [{ label: "Name of the shop", field: "{{ account.name }}" }]

/** The fields of what started the flow. */
export const subjectFields: Readonly<Record<TriggerSubject, ReadonlyArray<MergeField>>> = {
  order: [
    { label: "Order number", field: "{{ order.order_id }}" },
    { label: "Order total", field: "{{ order.total | money }}" },
    { label: "Day of the order", field: "{{ order.placed_at | date: '%d %B' }}" }
  ],
  cart: [
    { label: "Link to the cart", field: "{{ cart.url }}" },
    { label: "Cart total", field: "{{ cart.total | money }}" },
    { label: "Number of items", field: "{{ cart.item_count }}" }
  ],
  event: [
    { label: "Type of the event", field: "{{ event.event_type }}" },
    { label: "Time of the event", field: "{{ event.event_time | date: '%d %B' }}" }
  ],
  product: [
    { label: "Name of the product", field: "{{ product.title }}" },
    { label: "Price of the product", field: "{{ product.price }}" },
    { label: "Page of the product", field: "{{ product.url }}" }
  ],
  none: []
}

/** Addresses, for links alone. */
export const linkFields: ReadonlyArray<MergeField> = [
  { label: "Unsubscribe", field: "{{ unsubscribe_url }}" },
  { label: "Preferences", field: "{{ preferences_url }}" }
]
