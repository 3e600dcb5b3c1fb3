// A store reports an order. Run it beside a server: TALLY_TOKEN=service_… npx node docs/example.ts
import { connect, ValidationFailed } from "tally/client"

const tally = connect({
  baseUrl: process.env["TALLY_URL"] ?? "http://localhost:3000",
  token: process.env["TALLY_TOKEN"] ?? ""
})

const payload = {
  order_id: 9223372036854775807n,
  email: "ada@example.com",
  total: "59.90",
  currency: "USD",
  order_date: new Date("2026-05-04T09:30:00Z"),
  accepts_email_marketing: true,
  line_items: [{ sku: "85123A", title: "Heart t-light holder", quantity: 2, price: 29.95, gift: true }]
}

try {
  const { data } = await tally.orders.place({ headers: {}, payload })
  process.stdout.write(`Stored order ${data.order_id} over ${data.total_amount} ${data.currency_code}\n`)
} catch (error) {
  if (!(error instanceof ValidationFailed)) throw error
  for (const { field, message } of error.issues) process.stderr.write(`${field}: ${message}\n`)
  process.exitCode = 1
}
