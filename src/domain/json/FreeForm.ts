import { Record as Records, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { maxIssues } from "../ValidationIssue.ts"
import { isObject, type JsonObject, plainNumber } from "./Json.ts"
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

type MemberTypes = Readonly<Record<string, "string" | "number" | "integer">>

const hasType = (value: unknown, type: string): boolean =>
  value === undefined || value === null || (type === "integer" ? Number.isSafeInteger(value) : typeof value === type)

/** Whether a value is an object whose members have these types or are null. Cheaper than a schema, which is left to find the issues. */
const hasTypes = (types: MemberTypes) => {
  const members = Object.entries(types)
  return (value: unknown): boolean => isObject(value) && members.every(([name, type]) => hasType(value[name], type))
}

/**
 * JSON that is stored and echoed exactly as sent: the known `members` must have their type or be null, all others are free (contract §2).
 * Decoding returns the same object, which `textOf` requires. `exceeds` runs first and skips all other checks. Test data is drawn from `generated`.
 */
export const freeForm = <A>(
  members: Schema.Codec<unknown, unknown>,
  json: Record<string, unknown>,
  { generated = members, exceeds = () => undefined, isValid = () => false }: FreeFormOptions = {}
) => {
  const decode = Schema.decodeUnknownResult(members, { errors: "all" })
  const isPresent = (value: unknown): value is A => value !== undefined
  const type = Schema.declare(isPresent, {
    toCodecArbitrary: () =>
      Schema.link<A>()(Schema.toType(generated), SchemaTransformation.passthrough({ strict: false }))
  })
  return described(json)
    .check(
      Schema.makeFilter(
        (value: unknown) => {
          const excess = exceeds(value)
          if (excess !== undefined) return excess
          if (isValid(value)) return undefined
          // `JSON.rawJSON` numbers are objects in JavaScript.
          const result = decode(plainNumber(value))
          return Result.isSuccess(result) ? undefined : result.failure.issue
        },
        { toJsonSchema: () => ({}) }
      )
    )
    .pipe(Schema.decodeTo(type, SchemaTransformation.passthrough({ strict: false })))
}

interface FreeFormOptions {
  readonly generated?: Schema.Codec<unknown, unknown>
  /** The issue of a value that is too large. Must run in constant time. */
  readonly exceeds?: (value: unknown) => string | undefined
  /** A cheap check: the schema does not decode values that pass it. */
  readonly isValid?: (value: unknown) => boolean
}

/** A free-form object of at most `max` members. */
export const freeObject = <A>(
  members: Schema.Codec<unknown, unknown>,
  json: Record<string, unknown>,
  max: number,
  generated?: Schema.Codec<unknown, unknown>
) =>
  freeForm<A>(
    members,
    { ...json, maxProperties: max },
    {
      ...(generated === undefined ? {} : { generated }),
      exceeds: (value) =>
        isObject(value) && Object.keys(value).length > max ? `Must have at most ${max} members` : undefined
    }
  )

/** A free-form list of at most `max` elements. Stops checking elements after `maxIssues` issues. */
const freeList = <A extends ReadonlyArray<unknown>>(
  element: Schema.Codec<unknown, unknown>,
  types: MemberTypes,
  max: number
) => {
  const decode = Schema.decodeUnknownResult(element, { errors: "all" })
  const isElement = hasTypes(types)
  const members = Schema.Unknown.check(
    Schema.makeFilter((value: unknown) => {
      if (!Array.isArray(value)) return "Must be an array"
      const issues: Array<SchemaIssue.Issue> = []
      for (const [at, item] of value.entries()) {
        if (issues.length > maxIssues) break
        if (isElement(item)) continue
        const result = decode(item)
        if (Result.isFailure(result)) issues.push(new SchemaIssue.Pointer([at], result.failure.issue))
      }
      return issues
    })
  )
  return freeForm<A>(
    members,
    { type: "array", items: object(types), maxItems: max },
    {
      isValid: (value) => Array.isArray(value) && value.every(isElement),
      generated: Schema.Array(element).check(Schema.isMaxLength(max)),
      exceeds: (value) => (Array.isArray(value) && value.length > max ? `Must have at most ${max} elements` : undefined)
    }
  )
}

const object = (types: MemberTypes) => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type: [type, "null"] }])),
  additionalProperties: true
})

/** Maximum numbers of elements and members. A body is also at most 64 levels deep (contract §1). */
const limits = { line_items: 10_000, discounts: 1_000, tax_lines: 1_000, eventMembers: 1_000 } as const

interface FreeMembers {
  readonly [member: string]: unknown
}

export type Discount = typeof DiscountFields.Type & FreeMembers
export type TaxLine = typeof TaxLineFields.Type & FreeMembers
export type LineItem = typeof LineItemFields.Type & FreeMembers
export type Address = typeof AddressFields.Type & FreeMembers

export const Discounts = freeList<ReadonlyArray<Discount>>(
  DiscountFields,
  { code: "string", amount: "number" },
  limits.discounts
)

export const TaxLines = freeList<ReadonlyArray<TaxLine>>(
  TaxLineFields,
  { title: "string", amount: "number" },
  limits.tax_lines
)

/** Items as orders and carts have them. */
export const lineItems = (max: number) =>
  freeList<ReadonlyArray<LineItem>>(
    LineItemFields,
    {
      product_id: "number",
      variant_id: "number",
      sku: "string",
      title: "string",
      quantity: "integer",
      price: "number"
    },
    max
  )

export const LineItems = lineItems(limits.line_items)

const addressTypes = Records.map(AddressFields.fields, () => "string" as const)

export const Address = freeForm<Address>(AddressFields, object(addressTypes), { isValid: hasTypes(addressTypes) })

/** An object with free members. */
export const FreeObject = freeObject<JsonObject>(
  Schema.Unknown.check(Schema.makeFilter((value: unknown) => isObject(value) || "Must be an object")),
  { type: "object", additionalProperties: true },
  limits.eventMembers,
  Schema.Record(Schema.String, Schema.Json)
)
