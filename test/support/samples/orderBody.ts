/** An order body; every member can be replaced. */
export const orderBody = (members: Record<string, unknown> = {}) => ({
  order_id: 1,
  email: "ada@example.com",
  total: 59.9,
  currency: "USD",
  order_date: "2026-05-04T09:30:00Z",
  ...members
})
