import { assert, describe, it } from "@effect/vitest"
import { Struct } from "effect"
import { newContact } from "../../src/domain/contacts/Contact.ts"
import { contactCsvColumns } from "../../src/domain/contacts/contactsCsv.ts"
import { csvLine } from "../../src/domain/values/csvCell.ts"
import { account_id } from "../support/samples/orders.ts"
import { bodiesOf, layoutOfCsv } from "../support/samples/imports.ts"

const now = Date.parse("2026-11-05T10:00:00Z")

const contact = (contact_id: string, members: Partial<Parameters<typeof contactCsvColumns.id>[0]>) => ({
  ...newContact({ account_id, contact_id, email: null, phone: null, first_name: null, last_name: null }, now),
  tags: "[]",
  custom_fields: "{}",
  left_topics: [],
  ...members
})

const contacts = [
  contact("con_1", {
    email: "ada@example.com",
    phone: "+4532123456",
    first_name: "Ada",
    last_name: "=SUM(1)",
    email_consent: "subscribed",
    sms_consent: "subscribed",
    tags: '["VIP","Blog, daily","2026-05-04"]',
    left_topics: ["1_50", "sales"],
    custom_fields: '{"city":"Bonn","size":42,"plan":"007","Birthday":"--05-04"}'
  }),
  contact("con_2", { phone: "+420601123456", first_name: "Zoë", sms_consent: "subscribed" }),
  contact("con_3", {
    email: "bob@example.com",
    phone: "+14155550100",
    last_name: "1-2",
    email_consent: "compliance_suppressed",
    sms_consent: "unsubscribed",
    tags: '["1.50"]',
    left_topics: ["2026"],
    custom_fields: '{"ok":true}'
  })
]

const exported =
  csvLine(Object.keys(contactCsvColumns)) +
  contacts.map((one) => csvLine(Object.values(contactCsvColumns).map((cell) => cell(one)))).join("")

/** What an import of the export writes. */
const bodies = [
  {
    email: "ada@example.com",
    phone: "+4532123456",
    first_name: "Ada",
    last_name: "=SUM(1)",
    email_consent: "subscribed",
    sms_consent: "subscribed",
    tags: ["VIP", "Blog, daily", "2026-05-04"],
    topics_left: ["1_50", "sales"],
    custom_fields: { city: "Bonn", size: 42, plan: "007", Birthday: "--05-04" }
  },
  { phone: "+420601123456", first_name: "Zoë", email_consent: "never_subscribed", sms_consent: "subscribed" },
  {
    email: "bob@example.com",
    phone: "+14155550100",
    last_name: "1-2",
    email_consent: "suppressed",
    sms_consent: "unsubscribed",
    tags: ["1.50"],
    topics_left: ["2026"],
    custom_fields: { ok: true }
  }
]

// The export as these programs wrote it after opening it; LibreOffice also in Czech and French, whose thousands are spaces, with equal results.
// The file of LibreOffice without apostrophes is of an export from before phones had one.
const sheets = {
  "LibreOffice 7.4.7.2": `"id","email","phone","first_name","last_name","email_consent","sms_consent","tags","order_count","first_order_at","last_order_at","created_at","updated_at","custom_fields"
"con_1","ada@example.com","'+4532123456","Ada","'=SUM(1)","subscribed","subscribed","VIP, ""Blog, daily"", 2026-05-04",0,,,"2026-11-05T10:00:00Z","2026-11-05T10:00:00Z","{""city"":""Bonn"",""size"":42,""plan"":""007"",""Birthday"":""--05-04""}"
"con_2",,"'+420601123456","Zoë",,"never_subscribed","subscribed",,0,,,"2026-11-05T10:00:00Z","2026-11-05T10:00:00Z",
"con_3","bob@example.com","'+14155550100",,"1-2","compliance_suppressed","unsubscribed","'1.50",0,,,"2026-11-05T10:00:00Z","2026-11-05T10:00:00Z","{""ok"":true}"
`,
  "LibreOffice 7.4.7.2, phones without apostrophes": `"id","email","phone","first_name","last_name","email_consent","sms_consent","tags","order_count","first_order_at","last_order_at","created_at","updated_at","custom_fields"
"con_1","ada@example.com",4532123456,"Ada","'=SUM(1)","subscribed","subscribed","VIP, ""Blog, daily"", 2026-05-04",0,,,"2026-11-05T10:00:00Z","2026-11-05T10:00:00Z","{""city"":""Bonn"",""size"":42,""plan"":""007"",""Birthday"":""--05-04""}"
"con_2",,420601123456,"Zoë",,"never_subscribed","subscribed",,0,,,"2026-11-05T10:00:00Z","2026-11-05T10:00:00Z",
"con_3","bob@example.com",14155550100,,"1-2","compliance_suppressed","unsubscribed","1.50",0,,,"2026-11-05T10:00:00Z","2026-11-05T10:00:00Z","{""ok"":true}"
`,
  "Gnumeric 1.12.55": `id,email,phone,first_name,last_name,email_consent,sms_consent,tags,order_count,first_order_at,last_order_at,created_at,updated_at,custom_fields
con_1,ada@example.com,+4532123456,Ada,=SUM(1),subscribed,subscribed,"VIP, ""Blog, daily"", 2026-05-04",0,,,"2026/11/05 10:00:00","2026/11/05 10:00:00","{""city"":""Bonn"",""size"":42,""plan"":""007"",""Birthday"":""--05-04""}"
con_2,,+420601123456,Zoë,,never_subscribed,subscribed,,0,,,"2026/11/05 10:00:00","2026/11/05 10:00:00",
con_3,bob@example.com,+14155550100,,1-2,compliance_suppressed,unsubscribed,1.50,0,,,"2026/11/05 10:00:00","2026/11/05 10:00:00","{""ok"":true}"
`
}

const read = (text: string) => {
  const file = new TextEncoder().encode(text)
  return bodiesOf("contacts", layoutOfCsv("contacts", file), file, file.length).map(([, body]): unknown =>
    JSON.parse(body)
  )
}

describe("our own export of contacts", () => {
  it("comes back whole: suppressions, tags with commas, topics that were left, custom fields", () => {
    assert.deepStrictEqual(read(exported), bodies)
  })

  it("keeps tags with commas, semicolons and quotation marks whole", () => {
    const tags = ["Blog, daily", "Tea; green", 'The "best"', "VIP"]
    const text =
      csvLine(Object.keys(contactCsvColumns)) +
      csvLine(
        Object.values(contactCsvColumns).map((cell) =>
          cell(contact("con_1", { email: "ada@example.com", tags: JSON.stringify(tags) }))
        )
      )
    const file = new TextEncoder().encode(text)
    const [found] = bodiesOf("contacts", layoutOfCsv("contacts", file), file, file.length)
    assert.deepStrictEqual(JSON.parse(found?.[1] ?? "{}").tags, tags)
  })

  it("comes back whole after a spreadsheet program opened and saved it: no phone becomes another's", () => {
    // These files are of exports from before they had topics.
    const expected = bodies.map((body) => Struct.omit(body, ["topics_left"]))
    for (const [program, text] of Object.entries(sheets)) assert.deepStrictEqual(read(text), expected, program)
  })

  it("lets no cell begin a formula", () => {
    for (const line of exported.split("\r\n").slice(1)) assert.notMatch(line, /(?:^|,)"?[=+@-]/)
  })
})
