// Bodies are put together member by member.
/* oxlint-disable typescript/no-explicit-any */
import type { Choices } from "./choices.ts"
import type { Operation } from "./contracts.ts"
import { valid } from "./values.ts"

const steps = [
  { id: "a", type: "delay", duration: "2 days" },
  { id: "b", type: "send_email", subject: "Hi {{ contact.first_name }}", html: "<p>Hi</p>" },
  { id: "c", type: "send_sms", text: "Hi" },
  { id: "d", type: "add_tag", tag: "vip" },
  { id: "e", type: "webhook", url: "https://hooks.example/a" },
  { id: "f", type: "split", if: [[{ field: "contact.first_name", op: "exists" }]], then: [], else: [] },
  { id: "g", type: "exit" }
]

const definition = ({ pick, chance }: Choices) => ({
  trigger: pick([{ type: "order_placed" }, { type: "order_received" }, { type: "event", event_type: "back_in_stock" }]),
  filters: chance(0.5) ? [] : [[{ field: "contact.email", op: "contains", value: "@" }]],
  entry: pick([{ type: "always" }, { type: "once" }, { type: "after", duration: "30 days" }]),
  exit: { on_purchase: chance(0.5) },
  steps: [pick(steps), ...steps.filter(() => chance(0.3))].filter(
    ({ id }, at, all) => all.findIndex((other) => other.id === id) === at
  )
})

/** What the schema can't say (who must be named, what goes together), member by member. Null: the member goes. */
const completions: Record<string, (choose: Choices, members: any, contact: string) => Record<string, unknown>> = {
  "POST /v1/orders/placed": ({ below }) => ({
    email: `b${below(80)}@example.com`,
    phone: `+1202555${1000 + below(9000)}`
  }),
  "POST /v1/contacts": ({ below }) => ({
    email: `b${below(400)}@example.com`,
    phone: `+1202555${1000 + below(9000)}`
  }),
  "POST /v1/events": ({ pick, below }, _, contact) => ({
    email: null,
    phone: null,
    contact_id: null,
    ...pick([
      { email: `b${below(80)}@example.com` },
      { phone: `+1202555${1000 + below(9000)}` },
      { contact_id: contact }
    ])
  }),
  // Hashes take tens of milliseconds of a processor each.
  "POST /dashboard/api/accounts": ({ below }) => ({ owner: { email: `owner${below(10_000)}@example.com` } }),
  "PUT /dashboard/api/accounts/{account}/flows/{id}": (choose) => ({ definition: definition(choose) })
}
completions["POST /dashboard/api/accounts/{account}/contacts"] = completions["POST /v1/contacts"]!
completions["POST /dashboard/api/accounts/{account}/flows"] =
  completions["PUT /dashboard/api/accounts/{account}/flows/{id}"]!

/** JSON text that the operation takes, as far as it alone can tell. */
export const validBody = ({ name, body }: Operation, choose: Choices, contact: string): string => {
  const text = valid(body?.schema, choose)
  const completion = completions[name]
  if (completion === undefined) return text
  // Only members that are replaced are read: the others keep their digits.
  const members = completion(choose, undefined, contact)
  const added = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
  // A repeated member: the last one counts (contract §1).
  return text === "{}" ? `{${added.join(",")}}` : `${text.slice(0, -1)},${added.join(",")}}`
}
