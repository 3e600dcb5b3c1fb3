// Schemas are untyped, and read by path.
/* oxlint-disable typescript/no-explicit-any */
import type { Choices } from "./choices.ts"
import { follow } from "./contracts.ts"
import { unusualValues } from "./unusualValues.ts"

const quoted = (text: string): string => JSON.stringify(text)

/** Text that a member of this name takes, where its schema does not tell. */
const valuesByName: Record<string, (choose: Choices) => ReadonlyArray<string>> = {
  phone: ({ below }) => ["+12025550123", `+1202555${1000 + below(9000)}`, "+44 20 7946 0958", "(202) 555-0123"],
  event_type: () => ["back_in_stock", "cart-1", "E".repeat(128)],
  id: () => ["a", "Step_1", "z".repeat(64)],
  ...Object.fromEntries(
    ["include", "exclude", "flow_id", "campaign_id", "segment_id", "sender_id"].map((name) => [
      name,
      () => ["seg_1", "A-b_2"]
    ])
  ),
  ids: () => ["p-1", "p-1,p-2"],
  send_at: () => ["2040-12-01T09:00", "2041-01-31T23:59"],
  time: () => ["00:00", "09:30", "23:59"],
  request_id: () => ["shop-1.a_B"],
  currency: () => ["USD", "eur", "JPY", "KWD"],
  countries: () => ["US", "DE", "GB"],
  link_parameters: () => ["utm_source=tea", "a=1&b={name}&c=%20", "utm_medium={channel}"],
  tracking_domain: ({ below }) => ["links.shop.example", `links.n${below(1000)}.example`, "Grüße.tee.example"],
  default_country: () => ["US", "DE", "GB"],
  timezone: () => ["Europe/Berlin", "UTC", "America/Los_Angeles"],
  store_url: () => ["https://shop.example", "http://a.example:8080/x?y=1"],
  origins: () => ["https://shop.example", "http://localhost:8080"],
  topic: () => ["news", "sale_1"],
  leave: () => ["news", "sale_1"],
  join: () => ["news", "sale_1"],
  secret: () => ["secret-of-a-store", "~!@#$%^&*()"],
  access_token: () => ["access-token-1"],
  store_hash: () => ["abc123", "0"],
  body: () => ['{"email":"import@example.com"}', "{}", "nothing"],
  logo_url: () => ["https://shop.example/logo.png", "https://bücher.example/é.svg?size=2"],
  ...Object.fromEntries(
    ["color", "text_color", "link_color", "button_color", "background"].map((name) => [
      name,
      () => ["#aa3366", "#FFFFFF"]
    ])
  ),
  smtp_url: () => ["smtp://user:p%40ss@mail.example:2525", "smtps://mail.example"],
  order_id: ({ below }) => [String(1 + below(500)), "007", "9223372036854775807"]
}

const numbers: Record<string, ReadonlyArray<string>> = {
  times: ["1", "3", "20"],
  per_minute: ["1000000000", "900000000"],
  per_day: ["1000000000", "900000000"],
  order_id: ["1", "2", "3", "9007199254740993", "9223372036854775807"]
}

const texts = ["Ada", "Zoë", "a", "x".repeat(255), "😀", "王", "O'Brien; --", "<b>", "a\tb\nc", "   x   ", "null", "0"]

const textFor = (name: string, schema: any, choose: Choices): string => {
  const { pick, below } = choose
  const own = Object.hasOwn(valuesByName, name) ? valuesByName[name] : undefined
  if (schema.format === "date-time") {
    return pick([
      `2025-0${1 + below(9)}-1${below(9)}T09:30:00Z`,
      "2024-02-29T23:59:59.999Z",
      "2025-05-04T09:30:00.000000001Z"
    ])
  }
  if (schema.format === "email")
    return pick([`b${below(50)}@example.com`, "A+1@Example.com", "é@bücher.example", " ada@example.com "])
  if (own !== undefined) return pick(own(choose))
  if (schema.format === "password") return pick(["correct horse", "pässwörd länger"])
  // Names are one line of something visible.
  if (schema.pattern?.includes("u2066")) return pick(texts.filter((text) => !/[\t\n]/.test(text) && text.trim() !== ""))
  if (schema.pattern?.includes("second")) return pick(["2 days", "1 week", "3 hours", "365 days"])
  return pick(texts).slice(0, schema.maxLength ?? 255)
}

const isWithin =
  ({ minimum = 0, maximum = Infinity }: { readonly minimum?: number; readonly maximum?: number }) =>
  (text: string): boolean =>
    Number(text) >= minimum && Number(text) <= maximum

/** JSON text of a value that the schema allows, of the member `name`. */
export const valid = (given: any, choose: Choices, name = "", document = given.document, depth = 0): string => {
  const { pick, chance, below } = choose
  const schema = follow(given, document)
  const options: ReadonlyArray<any> | undefined = schema.anyOf ?? schema.oneOf
  if (options !== undefined) {
    // A recursive schema must end.
    const ends = options.filter((option) => depth < 8 || !("then" in (follow(option, document).properties ?? {})))
    return valid(pick(ends), choose, name, document, depth)
  }
  if (schema.enum !== undefined) return quoted(pick(schema.enum))
  if (schema.const !== undefined) return quoted(schema.const)
  switch (Array.isArray(schema.type) ? pick(schema.type) : schema.type) {
    case "object": {
      const names = Object.keys(schema.properties ?? {})
      const kept = names.filter((member) => (schema.required ?? []).includes(member) || chance(0.5))
      const members = kept.map(
        (member) =>
          [member, valid(schema.properties[member], choose, member, document, depth + 1)] as readonly [string, string]
      )
      const more = schema.additionalProperties
      if (typeof more === "object") members.push(["own", valid(more, choose, "own", document, depth + 1)])
      if (more === true && chance(0.3))
        members.push([pick(["extra", "__proto__", "2", "ü"]), pick(['{"a":[1.50]}', "1e2", '"x"'])])
      return `{${members.map(([member, text]) => `${quoted(member)}:${text}`).join(",")}}`
    }
    case "array": {
      const length = Math.max(schema.minItems ?? 0, below(3))
      const items = Array.from({ length }, () => valid(schema.items, choose, name, document, depth + 1))
      return `[${(schema.uniqueItems === true ? [...new Set(items)] : items).join(",")}]`
    }
    case "integer":
      return pick(numbers[name] ?? [String(schema.minimum ?? 0), ...["1", "2", "50"].filter(isWithin(schema))])
    case "number":
      return pick(
        ["0", "1", "0.0725", "59.9", "59.90", "0.001", "12345678901234567890.123456789", "1e3"].filter(isWithin(schema))
      )
    case "boolean":
      return pick(["true", "false"])
    case "null":
      return "null"
    default:
      return quoted(textFor(name, schema, choose))
  }
}

/** The text of an object with some members written anew, by their schema or against it. */
export const varied = (text: string, schema: any, choose: Choices): string => {
  const { pick, chance, below } = choose
  const members = new Map(
    Object.entries<any>(JSON.parse(text)).map(([name, value]) => [name, JSON.stringify(value)] as const)
  )
  for (let changes = 1 + below(3); changes > 0; changes--) {
    const name = pick([...Object.keys(schema.properties ?? {}), "extra", "__proto__"])
    const own = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties[name] : undefined
    if (chance(0.1)) members.delete(name)
    else
      members.set(
        name,
        own === undefined || chance(0.7) ? pick(unusualValues) : valid(own, choose, name, schema.document)
      )
  }
  const repeated = chance(0.05) ? `"email":"first@example.com",` : ""
  return `{${repeated}${[...members].map(([name, value]) => `${quoted(name)}:${value}`).join(",")}}`
}
