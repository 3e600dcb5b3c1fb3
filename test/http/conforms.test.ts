import { assert, describe, it } from "@effect/vitest"
import { contractViolation } from "../support/http/conforms.ts"

const url = "http://localhost/v1/account"
const rated = ["Limit", "Remaining", "Reset"].flatMap((part) => [
  [`x-ratelimit-${part}-minute`, "1"],
  [`x-ratelimit-${part}-day`, "1"]
])
const headers = new Headers(Object.fromEntries([...rated, ["x-request-id", "req_1"]]))
const data = {
  id: "acc_1",
  name: "Main",
  default_country: "US",
  timezone: "UTC",
  created_at: "2026-05-04T09:30:00Z",
  subaccounts: []
}

describe("a response violates the OpenAPI document", () => {
  it("when its status is not listed for the operation", () => {
    assert.isUndefined(contractViolation("GET", url, { status: 200, headers, json: { data } }))
    assert.isDefined(contractViolation("GET", url, { status: 201, headers, json: { data } }))
    assert.isDefined(contractViolation("GET", "http://localhost/v1/nowhere", { status: 200, headers, json: { data } }))
  })

  it("when a required header is missing", () => {
    assert.isDefined(contractViolation("GET", url, { status: 200, headers: new Headers(), json: { data } }))
  })

  it("when its body does not match the schema", () => {
    for (const json of [undefined, {}, { data: { ...data, name: 1 } }, { data: { ...data, created_at: "today" } }]) {
      assert.isDefined(contractViolation("GET", url, { status: 200, headers, json }))
    }
    const json = { error: { code: "surprise", message: "" } }
    assert.isDefined(contractViolation("GET", url, { status: 404, headers, json }))
  })
})
