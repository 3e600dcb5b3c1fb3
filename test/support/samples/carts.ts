/** A body of `PUT /carts/{id}`. */
export const cartBody = (members: Record<string, unknown> = {}) => ({
  email: "ada@example.com",
  stage: "cart",
  currency: "USD",
  total: 59.9,
  line_items: [{ sku: "CUP", title: "Cup", quantity: 2, price: 29.95 }],
  url: "https://shop.example/cart/1",
  ...members
})
