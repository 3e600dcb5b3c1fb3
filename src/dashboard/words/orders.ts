/** Words of the order pages. */

// In several places
export const orders = "Orders"
export const payment = "Payment"
export const shipment = "Shipment"
export const store = "Store"
export const buyer = "Buyer"
export const total = "Total"

// Filters
export const search = "Search"
export const numberEmailOrName = "Order number, e-mail or name"
export const anyValue = "Any"
export const placedFrom = "From"
export const placedTo = "To"

// List of orders
export const placed = "Placed"
export const noMatchingOrders = "No matching orders"
export const changeFilters = "Change the search or the filters."
export const noOrdersYet = "No orders yet"
export const sampleTime = "Today, 10:12"
export const connectShop = "Connect your store"
export const howOrdersArriveBefore = "Your store sends each order with POST /v1/orders/placed. Past orders can be "
export const howOrdersArriveLink = "imported"
export const howOrdersArriveAfter = "."

// Page of an order
export const backToOrders = "← Orders"
export const orderTitle = (name: string) => `Order ${name}`
export const placedAt = (time: string) => `Placed ${time}`
export const triggeredFlows = "Triggered flows"
export const onlyConnectedStoresStartFlows =
  "None. Only orders of a connected store start flows. With several stores that call the API, each order must name its store in the header X-Service-Integration-Token."
export const noFlowHadTrigger =
  "None. No active flow had this trigger when the order was received, or the order was imported."
export const attribution = "Attribution"
export const noAttribution = "None. The contact clicked no message in the 7 days before the order."
export const attributionAfter = (clickedAt: string) => `, clicked ${clickedAt}`
export const fulfillment = "Fulfillment"
export const delivered = "Delivered"
export const deliveredTimes = (count: number) => (count === 0 ? "Not yet" : count === 1 ? "Once" : `${count} times`)
export const customer = "Customer ID"
export const addresses = "Addresses"
export const shippedTo = "Shipped to"
export const billedTo = "Billed to"
export const noConnectedStore = "No connected store"
export const storeUrl = "URL"
export const received = "Received"

// Line items
export const items = "Items"
export const itemTitle = "Title"
export const sku = "SKU"
export const quantity = "Quantity"
export const price = "Price"
export const noItems = "No items"
export const noItemsSent = "The store sent no line items."
export const subtotal = "Subtotal"
export const discount = (code: string) => `Discount ${code}`
export const tax = "Tax"
