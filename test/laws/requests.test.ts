import { assert, describe, it } from "@effect/vitest"
import { Context, Schema } from "effect"
import { fieldNames } from "../../src/api/fieldNames.ts"
import { HttpApi, OpenApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { clientOf, fieldName, successors } from "../../src/domain/accounts/LoggedRequest.ts"
import { lastDays } from "../../src/domain/values/Time.ts"

describe("an entry of the request log", () => {
  it.prop("names only fields of the contract", [Schema.Array(Schema.String)], ([parts]) => {
    const kept = fieldName(parts.join("."), fieldNames).split(".")
    for (const part of kept)
      assert.isTrue(part === "*" || fieldNames.has(part.toLowerCase()) || /^\d{1,3}$/.test(part), part)
    assert.isAtMost(kept.length, 8)
  })

  it("names fields of the contract in full, and no caller-defined keys", () => {
    const cases = {
      "line_items.0.quantity": "line_items.0.quantity",
      "shipping_address.country_code": "shipping_address.country_code",
      "X-Service-Integration-Token": "X-Service-Integration-Token",
      email_permission: "email_permission",
      "custom_fields.AdaLovelace": "custom_fields.*",
      "custom_fields.12025550186": "custom_fields.*",
      "ada@example.com": "*.*"
    }
    for (const [field, kept] of Object.entries(cases)) assert.strictEqual(fieldName(field, fieldNames), kept)
  })

  it.prop("keeps only product and version of a User-Agent", [Schema.String], ([text]) => {
    assert.match(clientOf(text) ?? "none", /^[A-Za-z._-]{1,32}(\/[\d.]{1,23})?$/)
  })

  it("recognizes programs by their User-Agent", () => {
    const cases: ReadonlyArray<readonly [string | undefined, string | null]> = [
      ["curl/8.5.0", "curl/8.5.0"],
      ["node", "node"],
      ["python-requests/2.32.3", "python-requests/2.32.3"],
      ["Mozilla/5.0 (X11; Linux x86_64) Ada", "Mozilla/5.0"],
      ["shop ada@example.com", "shop"],
      ["+1 202 555 0186", null],
      [undefined, null]
    ]
    for (const [given, kept] of cases) assert.strictEqual(clientOf(given), kept)
  })

  it("marks exactly the endpoints deprecated in the contract", () => {
    const deprecated: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, mergedAnnotations }) => {
        if (Context.getOrUndefined(mergedAnnotations, OpenApi.Deprecated) === true)
          deprecated.push(`${endpoint.method} ${endpoint.path}`)
      }
    })
    assert.deepStrictEqual(Object.keys(successors), deprecated)
  })

  it("is counted by the last thirty UTC days", () => {
    const days = lastDays(Date.UTC(2026, 2, 1, 23, 59))
    assert.deepStrictEqual([days.length, days[0], days[28], days[29]], [30, "2026-01-31", "2026-02-28", "2026-03-01"])
  })
})
