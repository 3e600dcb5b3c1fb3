/** Words of the connected stores, and of their setup on the store's platform. */
import type { IntegrationKind } from "../../../domain/integrations/IntegrationKind.ts"

// List of stores
export const connectedStores = "Connected stores"
export const storesIntro =
  "Only orders of a connected store trigger flows. Tally shows the steps for Shopify, WooCommerce and BigCommerce; other stores call the API. If several do, each order must carry the token of its store."
export const store = "Store"
export const platform = "Platform"
export const url = "URL"
export const connected = "Connected"
export const actions = "Actions"
export const noStoreConnected = "No store connected"
export const connectYourStore = "Connect your store, so that its orders trigger flows."
export const sampleStore = "My shop"

// Whether a store's platform has reported something
export const awaitsWebhook = (kind: IntegrationKind, isLong: boolean) =>
  isLong
    ? "No webhook for 30 days"
    : kind === "shopify"
      ? "Waiting for its secret and first webhook"
      : "Waiting for its first webhook"
export const lastWebhook = (time: string) => `Last webhook ${time}`
export const unreachable =
  "This address is of your own machine or network, so no platform can reach it. Whoever runs Tally sets PUBLIC_URL to its address on the Internet."

// New store
export const connectShop = "Connect a store"
export const connect = "Connect"
export const storeName = "Store name"
export const storeUrl = "Store URL"
export const storeHash = "Store hash"
export const accessToken = "Access token"
export const clientSecret = "Client secret"
export const consentField = "Consent field"
export const consentFieldUse: Readonly<Record<IntegrationKind, string>> = {
  custom: "",
  shopify:
    "The note attribute of an order that holds the consent to e-mail, if an app asks for it. Shopify's own consent counts anyway.",
  woocommerce:
    "The field of an order in which a plugin keeps the consent to e-mail, such as _mc4wp_optin. Without one, orders give no consent.",
  bigcommerce:
    "The checkout field that asks for consent to e-mail, if you have one. BigCommerce's own opt-in counts anyway."
}
export const saveConsentField = "Save consent field"

// A store whose order numbers meet those of another
export const tookOrder = (order_id: string, store: string, time: string) =>
  `Order ${order_id} replaced that of another buyer in ${store}, on ${time}. Connect such stores to a subaccount each.`

// Token or address of a store
export const tokenUse =
  "Send it with every order in the header X-Service-Integration-Token, in addition to the bearer token."
export const integrationToken = "integration token"
export const reveal = "Reveal"
export const revealTitle = (name: string) => `Integration token of ${name}`
export const revealWarning = "Anyone with this token and a bearer token can send orders as this store."
export const setup = "Setup"
export const setupTitle = (name: string) => `Setup of ${name}`
export const showSetup = "Show"
export const setupWarning = "Anyone with the address and the secret can send orders as this store."
export const rotate = "Rotate"
export const rotateTokenTitle = (name: string) => `Rotate the token of ${name}`
export const rotateTokenEffect = "The current token stops working at once. Put the new one into your store."
export const rotateAddressTitle = (name: string) => `Rotate the address of ${name}`
export const rotateAddressEffect = "The current address stops working at once. Put the new one into your store."
export const disconnect = "Disconnect"
export const disconnectTitle = (name: string) => `Disconnect ${name}?`
export const disconnectEffect =
  "Orders are still accepted, but no longer trigger flows. Orders sent with the token of this store are rejected, and so are its webhooks."

// Deliveries of a store
export const deliveries = "Deliveries"
export const deliveriesTitle = (name: string) => `Deliveries of ${name}`
export const deliveriesOfShop = "Deliveries of the store"
export const received = "Received"
export const event = "Event"
export const outcome = "Outcome"
export const details = "Details"
export const deliveryReason = (reason: string) => `${reason}. `
export const orderLink = (id: string) => `Order ${id}`
export const retryDelivery = "Try again"
export const nothingReceivedYet = "Nothing received yet"
export const webhooksAppearHere = "Each webhook of the store is listed here for 30 days."
export const sampleTime = "Today, 10:12"
export const sampleOrder = orderLink("1001")
export const webhookRejected = "A webhook was rejected"
export const signatureMismatch = (time: string) =>
  `Its signature did not match the secret, last on ${time}. Check the signing secret.`

// Setup on the platform
export const address = "Address"
export const webhookAddress = "webhook address"
export const secret = "Secret"
export const webhookSecret = "webhook secret"
export const events = "Events"
export const signingSecret = "Signing secret"
export const secretSource = (place: string) => `From ${place}.`
export const saveSecret = "Save secret"
export const secretSaved = "Saved."

/** A kind of store: what to do on its platform, and the events that Tally takes. */
interface PlatformSteps {
  readonly name: string
  readonly steps: ReadonlyArray<string>
  readonly topics: ReadonlyArray<string>
  /** Where the platform shows the secret that it signs with; undefined where Tally's is entered there. */
  readonly secretFrom?: string
}

export const storePlatforms: Readonly<Record<IntegrationKind, PlatformSteps>> = {
  custom: { name: "Custom store (calls the API)", steps: [], topics: [] },
  shopify: {
    name: "Shopify",
    steps: [
      "In Shopify, open Settings → Notifications → Webhooks.",
      "Create a webhook for each of the events below: format JSON, and the address above as the URL.",
      "Below the list, Shopify shows the secret that it signs with. Copy it and paste it here."
    ],
    topics: [
      "Order creation",
      "Order update",
      "Order payment",
      "Order fulfillment",
      "Order cancellation",
      "Fulfillment creation",
      "Fulfillment update",
      "Order deletion",
      "Refund create",
      "Cart creation",
      "Cart update",
      "Checkout creation",
      "Checkout update",
      "Product creation",
      "Product update",
      "Product deletion",
      "Inventory level update",
      "Customer creation",
      "Customer update",
      "Customer merge",
      "Customer email marketing consent update",
      "Customer marketing consent update"
    ],
    secretFrom: "Settings → Notifications → Webhooks. For webhooks of your own app: its client secret"
  },
  woocommerce: {
    name: "WooCommerce",
    steps: [
      "In WordPress, open WooCommerce → Settings → Advanced → Webhooks → Add webhook.",
      "Create a webhook for each of the topics below: status Active, the address above as the delivery URL, and the secret above.",
      "Choose API version WP REST API Integration v3, and save."
    ],
    topics: [
      "Order created",
      "Order updated",
      "Order deleted",
      "Order restored",
      "Product created",
      "Product updated",
      "Product deleted",
      "Product restored",
      "Customer created",
      "Customer updated"
    ]
  },
  bigcommerce: {
    name: "BigCommerce",
    steps: [
      "In BigCommerce, open Settings → Store-level API accounts, and create a V2/V3 API token that may read orders, carts, products and customers.",
      "Copy its client secret and paste it here. The store hash and the access token let Tally read the orders, carts and products that webhooks announce.",
      "Create a webhook for each of the scopes below with POST /v3/hooks, and the address above as the destination."
    ],
    topics: [
      "store/order/created",
      "store/order/updated",
      "store/order/statusUpdated",
      "store/order/archived",
      "store/order/refund/created",
      "store/shipment/created",
      "store/shipment/updated",
      "store/cart/*",
      "store/cart/converted",
      "store/product/*",
      "store/product/inventory/*",
      "store/sku/*",
      "store/customer/created",
      "store/customer/updated",
      "store/subscriber/created",
      "store/subscriber/updated",
      "store/subscriber/deleted"
    ],
    secretFrom: "Settings → Store-level API accounts: the client secret"
  }
}

/** Where a connected store is. A custom store has no platform. */
export const storeOn = (kind: IntegrationKind, url: string) =>
  kind === "custom" ? url : `${storePlatforms[kind].name} · ${url}`
