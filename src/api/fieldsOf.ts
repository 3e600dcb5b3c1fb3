import { Schema } from "effect"

type Fields = Readonly<Record<string, Schema.Top>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && Object.values(value).every(Schema.isSchema)

/** The fields of a struct, also within the codec that an endpoint makes of it. */
export const fieldsOf = (schema: Schema.Top): Fields => {
  const fields: unknown = Reflect.get(schema, "fields")
  if (isFields(fields)) return fields
  const inner: unknown = Reflect.get(schema, "schema")
  return Schema.isSchema(inner) ? fieldsOf(inner) : {}
}
