import { assert, describe, it } from "@effect/vitest"
import type { FileLayout } from "../../src/domain/imports/FileLayout.ts"
import { columnType } from "../../src/domain/imports/columnTypes.ts"
import { mentionsConsent } from "../../src/domain/imports/consentWords.ts"
import { guessColumns } from "../../src/domain/imports/importColumns.ts"
import { dayOfCell } from "../../src/domain/imports/importCells.ts"
import { detectMarks, detectPhones, columnTypes } from "../../src/domain/imports/inspectFile.ts"
import { bodiesOf, layoutOfCsv } from "../support/samples/imports.ts"

const utf8 = (text: string) => new TextEncoder().encode(text)

/** The bodies of a file of contacts, with changes of the layout that the dashboard finds. */
const read = (text: string, change: (layout: FileLayout) => Partial<FileLayout> = () => ({})) => {
  const file = utf8(text)
  const layout = layoutOfCsv("contacts", file)
  return bodiesOf("contacts", { ...layout, ...change(layout) }, file, file.length).map(([, body]): unknown =>
    JSON.parse(body)
  )
}

const asField =
  (...headers: ReadonlyArray<string>) =>
  (layout: FileLayout) => ({
    targets: layout.headers.map((header, at) =>
      headers.includes(header) ? "custom_field" : (layout.targets[at] ?? "")
    )
  })

// Exports of Kit, ActiveCampaign, Drip, MailerLite, listmonk, Constant Contact and of German and French services.
const statuses: Readonly<Record<string, ReadonlyArray<readonly [word: string, consent: string]>>> = {
  "email,status": [
    ["active", "subscribed"],
    ["cancelled", "unsubscribed"],
    ["complained", "suppressed"],
    ["bounced", "suppressed"],
    ["inactive", "unsubscribed"]
  ],
  "Email,Status": [
    ["Active", "subscribed"],
    ["Unsubscribed", "unsubscribed"],
    ["Bounced", "suppressed"],
    ["Unconfirmed", "never_subscribed"]
  ],
  "email,Subscriber status": [
    ["removed", "unsubscribed"],
    ["junk", "suppressed"],
    ["enabled", "subscribed"],
    ["blocklisted", "unsubscribed"],
    ["Awaiting confirmation", "never_subscribed"]
  ],
  "E-Mail,Email Status": [
    ["abgemeldet", "unsubscribed"],
    ["désabonné", "unsubscribed"],
    ["Abonnée", "subscribed"]
  ]
}

describe("a file of another service", () => {
  it("subscribes nobody who left, bounced or complained, though the whole file is said to be subscribed", () => {
    for (const [headers, rows] of Object.entries(statuses)) {
      const text = `${headers}\n${rows.map(([word], at) => `p${at}@example.com,${word}`).join("\n")}\n`
      const consents = (change: (layout: FileLayout) => Partial<FileLayout>) =>
        read(text, change).map((body) => Reflect.get(Object(body), "email_consent"))
      assert.deepStrictEqual(
        consents(() => ({ email_consent: "subscribed" })),
        rows.map(([, consent]) => consent),
        headers
      )
      // The column is left out, or kept as a custom field: its refusals hold all the same.
      for (const target of ["", "custom_field"]) {
        const found = consents(({ targets }) => ({ email_consent: "subscribed", targets: [targets[0] ?? "", target] }))
        for (const [at, [word, consent]] of rows.entries()) {
          if (consent === "unsubscribed" || consent === "suppressed") assert.strictEqual(found[at], consent, word)
        }
      }
    }
  })

  it("takes no yes of the whole file for a row whose own column says no", () => {
    const text = "email,Accepts Marketing\na@example.com,no\nb@example.com,yes\nc@example.com,\n"
    assert.deepStrictEqual(
      read(text, () => ({ email_consent: "subscribed" })),
      [
        { email: "a@example.com" },
        { email: "b@example.com", email_consent: "subscribed" },
        { email: "c@example.com", email_consent: "subscribed" }
      ]
    )
  })

  it("names its columns of refusals as it likes", () => {
    const columns = guessColumns("contacts", [
      "Email",
      "Unsubscribed from all email",
      "Hard Bounced",
      "SMS Opt-Out",
      "SMS subscriber status"
    ])
    assert.deepStrictEqual(columns, [
      "email",
      "email_unsubscribed",
      "email_suppressed",
      "sms_unsubscribed",
      "sms_consent"
    ])
    const text = "Email,Unsubscribed from all email\na@example.com,true\nb@example.com,false\n"
    assert.deepStrictEqual(
      read(text, () => ({ email_consent: "subscribed" })),
      [
        { email: "a@example.com", email_consent: "unsubscribed" },
        { email: "b@example.com", email_consent: "subscribed" }
      ]
    )
    for (const header of ["Status", "Newsletter", "Subscriber Status", "Bounced", "Do not contact"]) {
      assert.isTrue(mentionsConsent(header), header)
    }
    for (const header of ["City", "Estate", "Points", "First name", "Payment status", "fulfillment_status"])
      assert.isFalse(mentionsConsent(header), header)
  })

  it("has its columns known in the languages of shops", () => {
    const known: Readonly<Record<string, ReadonlyArray<string>>> = {
      email: [
        "E-mail",
        "E-Mail",
        "Email 1",
        "Subscriber",
        "Email Address",
        "E-Mail-Adresse",
        "Adresse e-mail",
        "Correo electrónico"
      ],
      phone: [
        "Phone 1",
        "Phone - mobile",
        "Telefonnummer",
        "Téléphone",
        "Teléfono",
        "Cellulare",
        "Telefoon",
        "Telefon komórkowy"
      ],
      first_name: ["First name", "Vorname", "Prénom", "Nombre", "Nome", "Voornaam", "Imię"],
      last_name: ["Surname", "Nachname", "Nom", "Apellidos", "Cognome", "Achternaam", "Nazwisko", "Sobrenome"],
      country: ["Land", "Pays", "País", "Paese", "Kraj", "Country"]
    }
    for (const [target, headers] of Object.entries(known)) {
      for (const header of headers) assert.deepStrictEqual(guessColumns("contacts", [header]), [target], header)
    }
    assert.deepStrictEqual(guessColumns("orders", ["E-Mail", "Country"]), ["email", "shipping_address.country_code"])
  })
})

describe("custom fields of a file", () => {
  it("are numbers, yes or no, and dates where all cells of their column are", () => {
    const columns: ReadonlyArray<readonly [type: string, header: string, ...cells: ReadonlyArray<string>]> = [
      ["number", "Points", "120", "99", "1,000", "-1.5", ""],
      ["text", "Postcode", "01234", "90210"],
      ["text", "Id", "12345678901234567"],
      ["text", "Fax", "212 345 678"],
      ["text", "Price", "$5.00"],
      ["boolean", "Wholesale", "true", "False", "yes"],
      ["date", "Renewal", "2026-05-04", "2026-06-01 10:00"],
      ["date", "Since", "05/04/1990", "4 May 1990"],
      ["date", "Birthday", "05/04", "12/31"],
      ["text", "Fraction", "1/2", "3/4"],
      ["text", "Version", "1.2.3"],
      ["text", "Empty", "", " "],
      ["text", "Mixed", "12", "twelve"]
    ]
    for (const [type, header, ...cells] of columns) assert.strictEqual(columnType(header, cells), type, header)
  })

  it("are read by their type, and a later cell that does not fit stays the text that it is", () => {
    const text =
      "Email,Points,Wholesale,Renewal,Code\na@example.com,120,true,2026-05-04,007\nb@example.com,99.5,No,2026-05-05,8\n"
    const fields = asField("Points", "Wholesale", "Renewal", "Code")
    assert.deepStrictEqual(read(text, fields), [
      { email: "a@example.com", custom_fields: { Points: 120, Wholesale: true, Renewal: "2026-05-04", Code: "007" } },
      { email: "b@example.com", custom_fields: { Points: 99.5, Wholesale: false, Renewal: "2026-05-05", Code: "8" } }
    ])
    const strange = "Email,Points\na@example.com,many\n"
    assert.deepStrictEqual(
      read(strange, (layout) => ({ ...asField("Points")(layout), types: ["text", "number"] })),
      [{ email: "a@example.com", custom_fields: { Points: "many" } }]
    )
  })

  it("have dates by the order of day and month, which is found or asked, and birthdays without a year", () => {
    const { format } = layoutOfCsv("contacts", utf8("email\n"))
    const american = { ...format, dates: "mdy" } as const
    assert.strictEqual(dayOfCell("05/04", american), "--05-04")
    assert.strictEqual(dayOfCell("05/04", format), "--04-05")
    assert.strictEqual(dayOfCell("29.02.", format), "--02-29")
    assert.strictEqual(dayOfCell("05/04/1990", american), "1990-05-04")
    assert.strictEqual(dayOfCell("05/04/90", american), "1990-05-04")
    assert.strictEqual(dayOfCell("31/02", format), "31/02")
    assert.strictEqual(dayOfCell("31/02/1990", format), "31/02/1990")
    const orderOf = (...cells: ReadonlyArray<string>) => {
      const rows = cells.map((cell, at) => ({ row: at + 2, cells: [cell] }))
      return detectMarks(rows, ["custom_field"], columnTypes(["Birthday"], rows)).dates
    }
    assert.strictEqual(orderOf("05/04"), "ambiguous")
    assert.strictEqual(orderOf("05/04", "05/31"), "mdy")
    assert.strictEqual(orderOf("05/04", "31/05/1990"), "dmy")
  })
})

describe("phones of a file", () => {
  it("are read by the country of their row", () => {
    const text = "email,phone,Country\na@example.com,06 10 82 64 99,FR\n"
    assert.deepStrictEqual(read(text), [{ email: "a@example.com", phone: "06 10 82 64 99", country: "FR" }])
  })

  it("without a plus sign are asked about where other cells or the header tell of country codes", () => {
    const phonesOf = (header: string, ...cells: ReadonlyArray<string>) =>
      detectPhones({ headers: [header], rows: cells.map((cell, at) => ({ row: at + 2, cells: [cell] })) }, ["phone"])
    assert.strictEqual(phonesOf("Phone", "4532123456", "+4532123457"), "ambiguous")
    assert.strictEqual(phonesOf("Phone (international)", "4532123456"), "ambiguous")
    assert.strictEqual(phonesOf("Phone", "4155550100", "(415) 555-0101"), "national")
    assert.strictEqual(phonesOf("Phone", "+4532123457", "'+4532123456"), "none")
    const text = "email,phone\na@example.com,4532123456\n"
    assert.deepStrictEqual(read(text), [{ email: "a@example.com", phone: "4532123456", phone_is_guessed: true }])
    assert.deepStrictEqual(
      read(text, () => ({ phones: "international" })),
      [{ email: "a@example.com", phone: "+4532123456" }]
    )
    assert.deepStrictEqual(
      read(text, () => ({ phones: "national" })),
      [{ email: "a@example.com", phone: "4532123456" }]
    )
  })
})
