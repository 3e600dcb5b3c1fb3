// The document is untyped, and read by path.
/* oxlint-disable typescript/no-explicit-any */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { contractFile, contractText } from "../support/http/contract.ts"

// oxlint-disable-next-line typescript/no-explicit-any
const document: any = JSON.parse(contractText())

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int64: true } })
formats.default(ajv)
ajv.addSchema(document, "contract")

const operations = Object.entries<Record<string, any>>(document.paths).flatMap(([path, item]) =>
  Object.entries<any>(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation }))
)

const resolve = (value: any): any =>
  value.$ref === undefined
    ? value
    : value.$ref
        .slice(2)
        .split("/")
        .reduce((at: any, key: string) => at[key], document)

const conforms = (schema: object, example: unknown, where: string) => {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')))
  assert.isTrue(validate(example), `${where}: ${ajv.errorsText(validate.errors)}`)
}

const rateHeaders = ["Limit", "Remaining", "Reset"].flatMap((part) => [
  `X-RateLimit-${part}-Minute`,
  `X-RateLimit-${part}-Day`
])

describe("the OpenAPI document", () => {
  it("equals test/openapi.json", () => {
    assert.isTrue(
      readFileSync(contractFile, "utf8") === contractText(),
      'The contract has changed. If it was meant to: "npm run contract" writes test/openapi.json'
    )
  })

  it("gives every request body an example that its schema accepts, also with additional members", () => {
    for (const { name, operation } of operations) {
      for (const [type, media] of Object.entries<any>(operation.requestBody?.content ?? {})) {
        assert.isDefined(media.example, `${name} has no example of its ${type} body`)
        conforms(media.schema, media.example, name)
        if (type === "application/octet-stream") continue
        conforms(media.schema, { ...media.example, another: { member: 1 } }, name)
      }
    }
  })

  it("gives every response body an example that its schema accepts", () => {
    for (const { name, operation } of operations) {
      for (const [status, reference] of Object.entries<any>(operation.responses)) {
        for (const media of Object.values<any>(resolve(reference).content ?? {})) {
          assert.isDefined(media.example, `${name} has no example of its ${status}`)
          conforms(media.schema, media.example, `${name} ${status}`)
        }
      }
    }
  })

  it("lists X-Request-Id on every response, and the headers of each status", () => {
    for (const { name, path, operation } of operations) {
      for (const [status, reference] of Object.entries<any>(operation.responses)) {
        const shown = Object.keys(resolve(reference).headers ?? {})
        const expected = [
          "X-Request-Id",
          ...(path.startsWith("/health/") ? [] : rateHeaders),
          ...(status === "429" || status === "503" ? ["Retry-After"] : []),
          ...(status === "401" ? ["WWW-Authenticate"] : [])
        ]
        for (const header of expected) assert.include(shown, header, `${name} ${status}`)
      }
    }
  })

  it("names the required scope, and the errors of a token", () => {
    for (const { name, path, operation } of operations) {
      if (!path.startsWith("/v1/")) continue
      const [requirement] = operation.security
      assert.strictEqual(requirement.bearer.length, path === "/v1/account" ? 0 : 1, name)
      assert.includeMembers(Object.keys(operation.responses), ["401", "403", "404", "429", "500", "503"], name)
    }
  })

  it("describes every operation, tag and request field", () => {
    for (const { name, operation } of operations) assert.isString(operation.summary, name)
    for (const tag of document.tags) assert.isString(tag.description, tag.name)
    for (const [name, property] of Object.entries<any>(document.components.schemas.PlaceOrder.properties)) {
      assert.isNotEmpty(Object.keys(property), name)
      for (const way of property.anyOf ?? []) assert.isNotEmpty(Object.keys(way), name)
    }
  })
})
