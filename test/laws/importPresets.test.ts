import { assert, describe, it } from "@effect/vitest"
import type { FileLayout } from "../../src/domain/imports/FileLayout.ts"
import type { ImportKind } from "../../src/domain/imports/Import.ts"
import { bodiesOf, layoutOfCsv } from "../support/samples/imports.ts"

const utf8 = (text: string) => new TextEncoder().encode(text)

const whole = (kind: ImportKind, text: string) => {
  const file = utf8(text)
  return bodiesOf(kind, layoutOfCsv(kind, file), file, file.length).map(([, body]): unknown => JSON.parse(body))
}

const files: Readonly<Record<string, { kind: ImportKind; text: string; bodies: ReadonlyArray<object> }>> = {
  "Klaviyo profiles": {
    kind: "contacts",
    text: `Email,Klaviyo ID,First Name,Last Name,Phone Number,Country,Email Marketing Consent,Email Marketing Consent Timestamp,Email Suppressions,SMS Marketing Consent
kim@example.com,01GAAA,Kim,Ito,+15552220101,US,SUBSCRIBED,2023-01-02 03:04:05,,SUBSCRIBED
una@example.com,01GBBB,Una,Roy,,US,SUBSCRIBED,2023-01-02 03:04:05,['UNSUBSCRIBE'],NEVER_SUBSCRIBED
`,
    bodies: [
      {
        email: "kim@example.com",
        phone: "+15552220101",
        email_consent: "subscribed",
        sms_consent: "subscribed",
        email_proof: { email_consent_time: "2023-01-02T03:04:05Z" }
      },
      { email: "una@example.com", email_consent: "unsubscribed", sms_consent: "never_subscribed" }
    ]
  },
  "Mailchimp audience": {
    kind: "contacts",
    text: `"Email Address","First Name",MEMBER_RATING,UNSUB_TIME,LEID,EUID,TAGS
mu@example.com,Una,2,"2022-01-01 00:00:00",124,abd,"""VIP"",""Blog, daily"""
`,
    bodies: [{ email: "mu@example.com", email_consent: "unsubscribed", tags: ["VIP", "Blog, daily"] }]
  },
  "Mailchimp audience with proof": {
    kind: "contacts",
    text: `"Email Address",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LAST_CHANGED,LEID,EUID,NOTES,TAGS
mc@example.com,2,"2020-02-03 04:05:06",192.0.2.1,"2020-02-03 04:06:00",192.0.2.2,"2021-01-01 00:00:00",123,abc,,"""VIP"";""Blog"""
`,
    bodies: [
      {
        email: "mc@example.com",
        tags: ["VIP", "Blog"],
        email_proof: {
          email_consent_time: "2020-02-03T04:05:06Z",
          email_consent_address: "192.0.2.1",
          email_confirmed_time: "2020-02-03T04:06:00Z",
          email_confirmed_address: "192.0.2.2"
        }
      }
    ]
  },
  "Omnisend contacts with dates": {
    kind: "contacts",
    text: "Email,Email subscription status,Email opt-in date,SMS subscription status,SMS opt-in date,Phone number,Tags\no@example.com,Subscribed,2024-02-29T14:23Z,Subscribed,2024-03-01,+15552220102,a\n",
    bodies: [
      {
        email_consent: "subscribed",
        sms_consent: "subscribed",
        email_proof: { email_consent_time: "2024-02-29T14:23:00Z" },
        sms_proof: { sms_consent_time: "2024-03-01T00:00:00Z" }
      }
    ]
  },
  "MailerLite subscribers": {
    kind: "contacts",
    text: 'Subscriber,Name,Last name,Subscribed,Groups\nm@example.com,Mia,Ek,2024-05-06 07:08:09,"Shop; Blog"\n',
    bodies: [
      {
        email: "m@example.com",
        first_name: "Mia",
        last_name: "Ek",
        tags: ["Shop", "Blog"],
        email_proof: { email_consent_time: "2024-05-06T07:08:09Z" }
      }
    ]
  },
  "Brevo contacts": {
    kind: "contacts",
    text: "EMAIL;NOM;PRENOM;SMS;EMAIL_BLACKLISTED;SMS_BLACKLISTED\nbruno@example.com;Durand;Bruno;33611111111;Yes;No\n",
    bodies: [
      {
        email: "bruno@example.com",
        first_name: "Bruno",
        last_name: "Durand",
        phone: "+33611111111",
        email_consent: "unsubscribed"
      }
    ]
  },
  "Omnisend contacts": {
    kind: "contacts",
    text: "Email,Email status,Phone number,SMS status,First name,Tags\no@example.com,Non-subscribed,+15552220102,Subscribed,Olga,a\n",
    bodies: [{ email: "o@example.com", email_consent: "never_subscribed", sms_consent: "subscribed" }]
  },
  "Shopify customers": {
    kind: "contacts",
    text: "Customer ID,First Name,Email,Accepts Email Marketing,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Tax Exempt,Tags\n1,Ada,ada@example.com,yes,,'+15552220103,no,0.00,no,vip\n",
    bodies: [{ email: "ada@example.com", email_consent: "subscribed", phone: "+15552220103", tags: ["vip"] }]
  },
  "WooCommerce customers": {
    kind: "contacts",
    text: "Name,Username,Last Active,Date Registered,Email,Orders,Total Spend,Postal Code\nAda B,ada,2026-01-01,2025-01-01,ada@example.com,2,9,10115\n",
    bodies: [{ email: "ada@example.com" }]
  },
  "WooCommerce orders": {
    kind: "orders",
    text: `"Order Number","Order Status","Order Date","First Name (Billing)","Last Name (Billing)","Country Code (Billing)","Email (Billing)","Phone (Billing)","Order Total Amount",SKU,"Item Name","Quantity (- Refund)","Item Cost"
5001,completed,"2026-11-05 10:00",John,Doe,US,john@example.com,"(312) 345-6789",36.00,TEA-1,Tea,2,15.00
5001,completed,"2026-11-05 10:00",John,Doe,US,john@example.com,"(312) 345-6789",36.00,POT-1,Pot,1,6.00
`,
    bodies: [
      {
        order_id: "5001",
        email: "john@example.com",
        total: 36,
        financial_status: "paid",
        fulfillment_status: "fulfilled",
        order_date: "2026-11-05T10:00:00Z",
        billing_address: { first_name: "John", last_name: "Doe", country_code: "US" },
        line_items: [
          { sku: "TEA-1", title: "Tea", quantity: 2, price: 15 },
          { sku: "POT-1", title: "Pot", quantity: 1, price: 6 }
        ]
      }
    ]
  }
}

describe("a file of another service", () => {
  for (const [name, { kind, text, bodies }] of Object.entries(files)) {
    it(`is known with its columns and consents: ${name}`, () => {
      const found = whole(kind, text)
      assert.strictEqual(found.length, bodies.length)
      for (const [at, body] of bodies.entries()) assert.deepInclude(found[at], body)
    })
  }

  it("may have one consent and one currency for all rows, where no row is stricter or has its own", () => {
    const contacts = utf8("email,email_consent\na@example.com,\nb@example.com,suppressed\nc@example.com,yes\n")
    const layout: FileLayout = { ...layoutOfCsv("contacts", contacts), email_consent: "unsubscribed" }
    const stated = bodiesOf("contacts", layout, contacts, contacts.length).map(
      ([, body]): unknown => JSON.parse(body).email_consent
    )
    assert.deepStrictEqual(stated, ["unsubscribed", "suppressed", "unsubscribed"])
    const orders = utf8("order_id,currency\n1,\n2,EUR\n")
    const priced: FileLayout = { ...layoutOfCsv("orders", orders), currency: "SEK" }
    const currencies = bodiesOf("orders", priced, orders, orders.length).map(
      ([, body]): unknown => JSON.parse(body).currency
    )
    assert.deepStrictEqual(currencies, ["SEK", "EUR"])
  })
})
