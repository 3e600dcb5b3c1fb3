import type { Definition } from "./Definition.ts"
import { isGood, readyFlows } from "./readyFlows.ts"

/** A flow to begin with. */
export interface FlowTemplate {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly definition: Definition
}

const readyOf = (name: string): Definition | undefined => readyFlows.find((flow) => flow.name === name)?.definition

const template = (
  key: string,
  name: string,
  description: string,
  definition: Definition | undefined
): ReadonlyArray<FlowTemplate> => (definition === undefined ? [] : [{ key, name, description, definition }])

const cartItems = `<ul>{% for item in cart.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p>{{ cart.total_amount }} {{ cart.currency }}</p>{% if cart.url %}<p><a href="{{ cart.url }}">Back to your cart</a></p>{% endif %}`

const productCard = `{% if product.image_url %}<p><img src="{{ product.image_url }}" alt="" width="240"></p>{% endif %}<p>{{ product.title }}{% if product.variant.title %} ({{ product.variant.title }}){% endif %}{% if product.price_amount %}, {{ product.price_amount }} {{ product.currency }}{% endif %}</p>{% if product.url %}<p><a href="{{ product.url }}">To the product</a></p>{% endif %}`

/** The templates of new flows, for the triggers that there are. */
export const flowTemplates: ReadonlyArray<FlowTemplate> = [
  ...template("subscribed", "Welcome new subscribers", "Greets a contact who subscribes to e-mail.", {
    trigger: { type: "subscribed", channel: "email" },
    filters: [],
    entry: { type: "once" },
    exit: { on_purchase: false },
    steps: [
      {
        id: "welcome",
        type: "send_email",
        subject: "Welcome to {{ account.name }}",
        html: "<p>Hello {{ contact.first_name | default: 'there' }},</p><p>thank you for subscribing. We write when there is something new for you.</p>"
      }
    ]
  }),
  ...template(
    "welcome",
    "First order welcome",
    "Greets a contact with the first order.",
    readyOf("First order welcome")
  ),
  ...template(
    "thanks",
    "Thank you after delivery",
    "Says thank you two days after an order has arrived.",
    readyOf("Thank you after delivery")
  ),
  ...template("review", "Review request", "Asks for a review a week after an order has arrived.", {
    trigger: { type: "order_received" },
    filters: [isGood],
    entry: { type: "after", duration: "60 days" },
    exit: { on_purchase: false },
    steps: [
      { id: "wait", type: "delay", duration: "7 days" },
      {
        id: "review",
        type: "send_email",
        subject: "How do you like your order?",
        html: "<p>Hello {{ contact.first_name | default: 'there' }},</p><p>you have had order {{ order.order_id }} for a week now. Would you tell others how you like it? Just reply with a few words.</p>"
      }
    ]
  }),
  ...template("abandoned-cart", "Abandoned cart", "Reminds a contact of a cart after an hour, and again after a day.", {
    trigger: { type: "cart_abandoned", duration: "1 hour" },
    filters: [],
    entry: { type: "after", duration: "7 days" },
    exit: { on_purchase: true },
    steps: [
      {
        id: "remind",
        type: "send_email",
        subject: "You left something in your cart",
        html: `<p>Hello {{ contact.first_name | default: 'there' }},</p><p>your cart is still here:</p>${cartItems}`
      },
      { id: "wait", type: "delay", duration: "23 hours" },
      {
        id: "last",
        type: "send_email",
        subject: "Your cart is waiting for you",
        html: `<p>Hello {{ contact.first_name | default: 'there' }},</p><p>we kept your cart for you:</p>${cartItems}<p>Is anything unclear? Just reply.</p>`
      }
    ]
  }),
  ...template(
    "viewed-product",
    "Viewed product",
    "Writes to a contact who looked at a product twice and did not order.",
    {
      trigger: { type: "product_viewed", times: 2, within: "7 days", duration: "4 hours" },
      filters: [[{ field: "product.in_stock", op: "eq", value: true }]],
      entry: { type: "after", duration: "7 days" },
      exit: { on_purchase: true },
      steps: [
        {
          id: "viewed",
          type: "send_email",
          subject: "{{ product.title | default: 'Still thinking about it?' }}",
          html: `<p>Hello {{ contact.first_name | default: 'there' }},</p><p>you had a look at this:</p>${productCard}`
        }
      ]
    }
  ),
  ...template("back-in-stock", "Back in stock", "Tells whoever asked for a product that it is back.", {
    trigger: { type: "back_in_stock" },
    filters: [],
    entry: { type: "always" },
    exit: { on_purchase: false },
    steps: [
      {
        id: "back",
        type: "send_email",
        class: "transactional",
        subject: "{{ product.title | default: 'Your product' }} is back",
        html: `<p>Hello {{ contact.first_name | default: 'there' }},</p><p>it is in stock again:</p>${productCard}`
      }
    ]
  }),
  ...template("price-drop", "Price drop", "Writes to a contact when a product that they looked at is cheaper.", {
    trigger: { type: "price_dropped", percent: 10, days: 30 },
    filters: [],
    entry: { type: "after", duration: "7 days" },
    exit: { on_purchase: true },
    steps: [
      {
        id: "cheaper",
        type: "send_email",
        subject: "{{ product.title | default: 'A product you looked at' }} costs less now",
        html: `<p>Hello {{ contact.first_name | default: 'there' }},</p><p>it was {{ product.old_price_amount }} {{ product.currency }}:</p>${productCard}`
      }
    ]
  }),
  ...template("win-back", "Win-back", "Writes to a contact who has not bought for 60 days, and again after 90.", {
    trigger: { type: "no_order_for", duration: "60 days" },
    filters: [],
    entry: { type: "always" },
    exit: { on_purchase: true },
    steps: [
      {
        id: "miss",
        type: "send_email",
        subject: "We have not seen you in a while",
        html: "<p>Hello {{ contact.first_name | default: 'there' }},</p><p>it has been two months since your last order. Have a look at what is new.</p>"
      },
      { id: "wait_again", type: "delay", duration: "30 days" },
      {
        id: "last",
        type: "send_email",
        subject: "Is there anything we can do better?",
        html: "<p>Hello {{ contact.first_name | default: 'there' }},</p><p>we would like to have you back. If something was not as you hoped, just reply.</p>"
      }
    ]
  })
]

/** A flow without content: its one step waits a day. */
export const blankDefinition: Definition = {
  trigger: { type: "order_received" },
  filters: [],
  entry: { type: "always" },
  exit: { on_purchase: false },
  steps: [{ id: "s1", type: "delay", duration: "1 day" }]
}
