// Bodies are built member by member, untyped.
/* oxlint-disable typescript/no-explicit-any */
import { draw } from "./arbitraries.ts"
import type { Choices } from "./choices.ts"
import type { Operation } from "./contracts.ts"
import { definitionOf, eventType, renderable, segmentConditions } from "./definitions.ts"
import { valid } from "./values.ts"

type Complete = (choose: Choices, members: any, contact: string) => Record<string, unknown>

const phone = ({ below }: Choices) => `+1202555${1000 + below(9000)}`

// Some values repeat, so that requests meet stored records.
const person = (choose: Choices, { email }: any, known: number) => ({
  email: typeof email === "string" && choose.chance(0.3) ? email : `b${choose.below(known)}@example.com`,
  phone: phone(choose)
})

/** A person unknown to every account. */
export const newPerson = ({ below }: Choices) => ({
  email: `new-${below(2 ** 32)}-${below(2 ** 32)}@example.com`,
  phone: null
})

// SMS opt-ins need a phone.
const maker: Complete = (choose, members) =>
  members.sms_consent === undefined && choose.chance(0.3) ? newPerson(choose) : person(choose, members, 400)

const changedContact: Complete = (choose, members) =>
  typeof members.phone === "string" ? { phone: phone(choose) } : {}

const flow: Complete = (choose, { definition }) => ({ definition: definitionOf(definition, choose) })

// A flow whose past is known, over a span of which deliveries are kept.
const backtest: Complete = (choose, { definition, cursor }) => ({
  definition: {
    ...definitionOf(
      { filters: [], steps: [{ id: "end", type: "exit" }], ...definition, trigger: { type: "order_placed" } },
      choose
    ),
    entry: definition?.entry ?? { type: "always" },
    exit: definition?.exit ?? { on_purchase: false }
  },
  ...(cursor === undefined ? {} : { cursor: "con_1" }),
  ...lastDay()
})

const lastDay = () => ({
  from: new Date(Date.now() - 86_400_000).toISOString(),
  to: new Date().toISOString()
})

const segmentBacktest: Complete = (choose, { conditions, cursor }) => ({
  segment_id: undefined,
  // Views are kept for too short a time.
  conditions: segmentConditions(conditions ?? [], choose).filter((group: any) =>
    group.every(({ field }: any) => field !== "viewed.count")
  ),
  ...(cursor === undefined ? {} : { cursor: "con_1" }),
  ...lastDay()
})

const everybody = { all: true, include: [], exclude: [] }

const campaignBacktest: Complete = (_, { draft, cursor }) => ({
  campaign_id: undefined,
  draft: {
    ...draft,
    channel: draft?.channel ?? "email",
    audience: draft?.audience?.include?.length > 0 ? draft.audience : everybody
  },
  ...(cursor === undefined ? {} : { cursor: "con_1" }),
  at: lastDay().from,
  every: undefined,
  to: undefined
})

const form: Complete = (choose, { confirmation_mail, confirmation_text }) => ({
  ...(confirmation_mail ? { confirmation_mail: { subject: "One step", text: "Is it you?", button: "Yes" } } : {}),
  ...(confirmation_text ? { confirmation_text: "Reply YES, or STOP." } : {}),
  fields: [{ key: choose.pick(["email", "phone"]), label: "Address", required: choose.chance(0.5) }],
  wording: "Send me news.",
  button: "Sign up"
})

const segment: Complete = (choose, { conditions }) =>
  conditions === undefined ? {} : { conditions: segmentConditions(conditions, choose) }

/** Rules between members that the schemas do not express, by operation: one of both mounts by its name for tokens. */
// One block, which each kind of template may be.
const oneBlock = { type: "blocks", document: { blocks: [{ type: "divider" }] } }

const completions: Record<string, Complete> = {
  "POST /v1/orders/placed": (choose, members) => person(choose, members, 80),
  "POST /v1/contacts": maker,
  "PATCH /v1/contacts/{id}": changedContact,
  // Exactly one member says which contacts.
  "POST /v1/contact-actions": (choose, { filter, conditions }, contact) => ({
    filter: undefined,
    conditions: undefined,
    contact_ids: undefined,
    ...choose.pick([
      { filter: filter ?? {} },
      { contact_ids: [contact] },
      { conditions: segmentConditions(conditions ?? [], choose) }
    ])
  }),
  "POST /v1/events": (choose, members, contact) => ({
    ...(choose.chance(0.5) ? { event_type: eventType } : {}),
    email: null,
    phone: null,
    contact_id: null,
    ...choose.pick([{ email: person(choose, members, 80).email }, { phone: phone(choose) }, { contact_id: contact }])
  }),
  "PUT /v1/carts/{id}": (choose, members, contact) => ({
    currency: "EUR",
    total: 12.5,
    url: "https://shop.example/cart",
    updated_at: null,
    ...choose.pick([
      { ...person(choose, members, 80), contact_id: null },
      { email: null, phone: null, contact_id: contact },
      { email: null, phone: null, contact_id: null }
    ])
  }),
  "PUT /v1/products/{id}": () => ({
    url: "https://shop.example/cup",
    image_url: null,
    updated_at: null,
    variants: [{ id: "1", price: 12.5, currency: "EUR", stock: 3 }]
  }),
  // Each password hash takes tens of milliseconds of CPU.
  "POST /dashboard/api/accounts": ({ below }) => ({ owner: { email: `owner${below(10_000)}@example.com` } }),
  // Low limits would mask the responses of later requests.
  "PATCH /dashboard/api/accounts/{account}": (_, { limits }) =>
    limits === undefined ? {} : { limits: { per_minute: 1_000_000_000, per_day: 900_000_000 } },
  "PUT /v1/flows/{id}": flow,
  "POST /v1/flows": flow,
  "POST /v1/flows/backtest": backtest,
  "POST /v1/forms": form,
  "PUT /v1/forms/{id}": form,
  "POST /v1/form-preview": form,
  // A code is of one coupon alone.
  "POST /v1/coupons": ({ below }, { code }) => ({
    name: `c${below(2 ** 32)}`,
    ...(typeof code === "string" ? { code: `CODE-${below(2 ** 32)}` } : {})
  }),
  "POST /v1/templates": (_, { kind, subject }) => ({
    ...(subject === undefined ? {} : { subject: "Hi {{ contact.first_name }}" }),
    content: oneBlock,
    language: kind === "mail" ? "en" : undefined,
    translations: kind === "mail" ? { de: { subject: "", content: oneBlock } } : undefined
  }),
  "POST /v1/coupons/{id}/codes": ({ below }) => ({ codes: [`CODE-${below(2 ** 32)}`, `code_${below(100)}`] }),
  "POST /v1/coupons/{id}/made-codes": ({ below }) => ({ pattern: "A-##########", count: 1 + below(20) }),
  // A moment that is not the campaign's is a conflict.
  "PATCH /v1/campaigns/{id}": () => ({ updated_at: undefined }),
  "POST /v1/campaigns/backtest": campaignBacktest,
  "POST /v1/segments": segment,
  "PATCH /v1/segments/{id}": segment,
  "POST /v1/segments/count": segment,
  "POST /v1/segments/members": segment,
  "POST /v1/segments/backtest": segmentBacktest,
  "POST /v1/flows/preview": (_, { step }, contact) => ({ step: renderable(step), contact_id: contact }),
  "POST /v1/flows/preview/send": (_, { step }, contact) => ({ step: renderable(step), contact_id: contact })
}

/** An operation's name for tokens: the dashboard has most of them below the account. */
export const tokenName = (name: string): string => name.replace("/dashboard/api/accounts/{account}/", "/v1/")

// Operations whose schema alone does not give acceptable bodies.
const bySchemaAlone = /\/flows/

/** JSON text that is valid for the operation by itself, from its schema's arbitrary or from the contract. */
export const validBody = ({ name, body }: Operation, choose: Choices, contact: string): string => {
  const drawn = bySchemaAlone.test(name) || choose.chance(0.6)
  const text = drawn ? draw(name, choose) : valid(body?.schema, choose)
  return completeBody({ name }, text, choose, contact)
}

/** Completes the text by the rules between members. */
export const completeBody = (
  { name }: Pick<Operation, "name">,
  text: string,
  choose: Choices,
  contact: string
): string => {
  const completion = completions[tokenName(name)]
  return completion === undefined ? text : withMembers(text, completion(choose, JSON.parse(text), contact))
}

/** The text changed to break a rule between members; undefined for operations without one. */
export const breakRule = ({ name }: Operation, text: string, choose: Choices): string | undefined => {
  if (tokenName(name) !== "POST /v1/orders/placed") return undefined
  // Few orders, so that any row changed by a refused call is noticed by the next.
  const order_id = 1 + choose.below(3)
  const { email } = person(choose, {}, 80)
  return withMembers(text, {
    order_id,
    ...choose.pick([
      { email: null, phone: null },
      { email, phone: "555-CALL-NOW" },
      { email, phone: null, accepts_sms_marketing: true }
    ])
  })
}

const withoutMembers = (text: string, names: ReadonlyArray<string>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).filter(([name]) => !names.includes(name))))

// Only replaced members are rewritten, so the others keep their digits, but where one is undefined and left out. Of repeated members the last one
// counts (contract §1).
const withMembers = (text: string, members: Record<string, unknown>): string => {
  const left = Object.keys(members).filter((name) => members[name] === undefined)
  const rest = left.length === 0 ? text : withoutMembers(text, left)
  const added = Object.entries(members).flatMap(([key, value]) =>
    value === undefined ? [] : [`${JSON.stringify(key)}:${JSON.stringify(value)}`]
  )
  if (added.length === 0) return rest
  return rest === "{}" ? `{${added.join(",")}}` : `${rest.slice(0, -1)},${added.join(",")}}`
}
