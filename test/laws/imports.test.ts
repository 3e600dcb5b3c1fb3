import { assert, describe, it } from "@effect/vitest"
import { guessColumns, kindOfHeaders } from "../../src/domain/imports/importColumns.ts"
import { type FileLayout, ndjsonLayout } from "../../src/domain/imports/FileLayout.ts"
import { bodyOfRows, continuesOrder, type FileRow, orderColumn } from "../../src/domain/imports/importRows.ts"

const shopify = {
  headers: [
    "Name",
    "Email",
    "Financial Status",
    "Fulfillment Status",
    "Accepts Marketing",
    "Currency",
    "Subtotal",
    "Taxes",
    "Total",
    "Discount Code",
    "Discount Amount",
    "Created at",
    "Lineitem quantity",
    "Lineitem name",
    "Lineitem price",
    "Lineitem sku",
    "Billing Name",
    "Billing Zip",
    "Shipping Name",
    "Shipping Address1",
    "Shipping City",
    "Shipping Zip",
    "Shipping Province",
    "Shipping Country",
    "Phone",
    "Id",
    "Tax 1 Name",
    "Tax 1 Value"
  ],
  rows: [
    [
      "#1001",
      "a@example.com",
      "Partially Refunded",
      "partial",
      "yes",
      "EUR",
      "59.90",
      "9.56",
      "59.90",
      "SPRING",
      "5.00",
      "2024-03-05 10:11:12 +0100",
      "2",
      "Tea",
      "19.95",
      "T-1",
      "Ada B",
      "'10115",
      "Ada B",
      "Weg 1",
      "Berlin",
      "'10115",
      "BE",
      "DE",
      "'+4930123456",
      "5550001",
      "VAT",
      "9.56"
    ],
    [
      "#1001",
      "a@example.com",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "2024-03-05 10:11:12 +0100",
      "1",
      "Cup",
      "20.00",
      "C-1",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      ""
    ],
    [
      "#1002",
      "b@example.com",
      "paid",
      "fulfilled",
      "no",
      "EUR",
      "",
      "",
      "1,234.50",
      "",
      "",
      "2024-03-06",
      "1",
      "Pot",
      "1234.50",
      "P-1",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "5550002",
      "",
      ""
    ]
  ]
}

const fileRows: ReadonlyArray<FileRow> = shopify.rows.map((cells, at) => ({ row: at + 2, cells }))

const layoutWith = (headers: ReadonlyArray<string>, targets: ReadonlyArray<string>): FileLayout => ({
  ...ndjsonLayout,
  format: { ...ndjsonLayout.format, type: "csv" },
  headers,
  targets
})

describe("columns of a file", () => {
  it("are guessed for a Shopify order export, and its rows make one order each with line items", () => {
    const targets = guessColumns("orders", shopify.headers)
    const [one, two, three] = fileRows
    assert.isDefined(one)
    assert.isDefined(two)
    assert.isDefined(three)
    const column = orderColumn(targets)
    assert.deepStrictEqual([continuesOrder(column, one, two), continuesOrder(column, two, three)], [true, false])
    const layout = layoutWith(shopify.headers, targets)
    const body = bodyOfRows("orders", layout, [one, two])
    assert.include(body, '"total":59.90')
    assert.deepStrictEqual(JSON.parse(body), {
      order_id: "5550001",
      order_number: "#1001",
      email: "a@example.com",
      phone: "+4930123456",
      order_date: "2024-03-05T09:11:12Z",
      currency: "EUR",
      total: 59.9,
      subtotal: 59.9,
      financial_status: "partially_refunded",
      fulfillment_status: "partially_fulfilled",
      accepts_email_marketing: true,
      line_items: [
        { quantity: 2, title: "Tea", price: 19.95, sku: "T-1" },
        { quantity: 1, title: "Cup", price: 20, sku: "C-1" }
      ],
      discounts: [{ code: "SPRING", amount: 5 }],
      tax_lines: [{ title: "VAT", amount: 9.56 }],
      shipping_address: {
        name: "Ada B",
        address1: "Weg 1",
        city: "Berlin",
        postal_code: "10115",
        state_code: "BE",
        country_code: "DE"
      },
      billing_address: { name: "Ada B", postal_code: "10115" }
    })
    const other: unknown = JSON.parse(bodyOfRows("orders", layout, [three]))
    assert.deepInclude(other, {
      order_id: "5550002",
      total: 1234.5,
      order_date: "2024-03-06T00:00:00Z",
      accepts_email_marketing: false
    })
  })

  it('of contacts become custom fields only on request, and never read "no" as an opt-out', () => {
    const headers = ["First Name", "E-mail", "Email", "Accepts Email Marketing", "Tags", "Shoe size"]
    const targets = guessColumns("contacts", headers)
    assert.deepStrictEqual(targets, ["first_name", "", "email", "email_consent", "tags", ""])
    const cells = ["Ada", "", "a@example.com", "no", "vip, tea", "38"]
    const layout = layoutWith(headers, [...targets.slice(0, 5), "custom_field"])
    const body = bodyOfRows("contacts", layout, [{ row: 2, cells }])
    assert.deepStrictEqual(JSON.parse(body), {
      first_name: "Ada",
      email: "a@example.com",
      tags: ["vip", "tea"],
      custom_fields: { "Shoe size": "38" }
    })
  })

  it("tell a file of people from one of orders, and leave what may be either as it is", () => {
    for (const headers of [
      ["Email", "First name"],
      ["Phone", "Created at", "Tags"],
      ["e-mail address", "Accepts email marketing"]
    ])
      assert.strictEqual(kindOfHeaders("orders", headers), "contacts", headers.join())
    for (const headers of [["Email", "Total"], ["order_id", "email"], ["Name", "Notes"], []])
      assert.strictEqual(kindOfHeaders("orders", headers), "orders", headers.join())
    assert.strictEqual(kindOfHeaders("contacts", ["Email", "Total"]), "contacts")
  })

  it("without ids name orders by their number", () => {
    const headers = ["Name", "Total"]
    const targets = guessColumns("orders", headers)
    const body = bodyOfRows("orders", layoutWith(headers, targets), [{ row: 2, cells: ["#1001", "not known"] }])
    assert.deepStrictEqual(JSON.parse(body), { order_id: "1001", order_number: "#1001", total: "not known" })
  })
})
