import { Result, Schema, SchemaTransformation } from "effect"
import { faultsOf } from "./Fault.ts"
import { isObject, type JsonObject } from "./Json.ts"
import { described } from "./Leaf.ts"

const nullable = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const DiscountFields = Schema.Struct({ code: nullable(Schema.String), amount: nullable(Schema.Number) })

const TaxLineFields = Schema.Struct({ title: nullable(Schema.String), amount: nullable(Schema.Number) })

const LineItemFields = Schema.Struct({
  product_id: nullable(Schema.Number),
  variant_id: nullable(Schema.Number),
  sku: nullable(Schema.String),
  title: nullable(Schema.String),
  quantity: nullable(Schema.Int),
  price: nullable(Schema.Number)
})

const AddressFields = Schema.Struct({
  first_name: nullable(Schema.String),
  last_name: nullable(Schema.String),
  name: nullable(Schema.String),
  address1: nullable(Schema.String),
  address2: nullable(Schema.String),
  city: nullable(Schema.String),
  state_code: nullable(Schema.String),
  country_code: nullable(Schema.String),
  postal_code: nullable(Schema.String)
})

/**
 * JSON that is kept and echoed exactly as sent: the members that `known` names must have their type or be null, all
 * others are the caller's own (contract §2). The value stays the very object that was parsed, which `textOf` needs.
 * Values that are made up are those of `made`.
 */
export const freeForm = <A>(
  known: Schema.Codec<unknown, unknown>,
  json: Record<string, unknown>,
  made: Schema.Codec<unknown, unknown> = known
) => {
  const decode = Schema.decodeUnknownResult(known, { errors: "all" })
  const judged = (value: unknown): value is A => value !== undefined
  const type = Schema.declare(judged, {
    toCodecArbitrary: () => Schema.link<A>()(Schema.toType(made), SchemaTransformation.passthrough({ strict: false }))
  })
  return described(json)
    .check(
      Schema.makeFilter(
        (value: unknown) => {
          // A number that keeps its text is an object to JavaScript only.
          const result = decode(JSON.isRawJSON(value) ? Number(value.rawJSON) : value)
          if (Result.isSuccess(result)) return undefined
          return faultsOf(result.failure.issue).map(({ field, message }) => ({
            path: field === "" ? [] : field.split("."),
            issue: message
          }))
        },
        { toJsonSchema: () => ({}) }
      )
    )
    .pipe(Schema.decodeTo(type, SchemaTransformation.passthrough({ strict: false })))
}

const object = (properties: Record<string, string>) => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(properties).map(([name, type]) => [name, { type: [type, "null"] }])),
  additionalProperties: true
})
const array = (items: object) => ({ type: "array", items })

interface Other {
  readonly [member: string]: unknown
}

/** Specification §2.3. */
export type Discount = typeof DiscountFields.Type & Other
/** Specification §2.3. */
export type TaxLine = typeof TaxLineFields.Type & Other
/** Specification §2.3. */
export type LineItem = typeof LineItemFields.Type & Other
/** Specification §2.3. */
export type Address = typeof AddressFields.Type & Other

export const Discounts = freeForm<ReadonlyArray<Discount>>(
  Schema.Array(DiscountFields),
  array(object({ code: "string", amount: "number" }))
)

export const TaxLines = freeForm<ReadonlyArray<TaxLine>>(
  Schema.Array(TaxLineFields),
  array(object({ title: "string", amount: "number" }))
)

export const LineItems = freeForm<ReadonlyArray<LineItem>>(
  Schema.Array(LineItemFields),
  array(
    object({
      product_id: "number",
      variant_id: "number",
      sku: "string",
      title: "string",
      quantity: "integer",
      price: "number"
    })
  )
)

export const Address = freeForm<Address>(
  AddressFields,
  object(Object.fromEntries(Object.keys(AddressFields.fields).map((name) => [name, "string"])))
)

/** An object of the caller's own. */
export const FreeObject = freeForm<JsonObject>(
  Schema.Unknown.check(Schema.makeFilter((value: unknown) => isObject(value) || "Must be an object")),
  { type: "object", additionalProperties: true },
  Schema.Record(Schema.String, Schema.Json)
)
