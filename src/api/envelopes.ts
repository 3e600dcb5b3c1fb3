import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Pagination } from "../domain/lists/Page.ts"

/** The response `{ data }`. */
export const single = <S extends Schema.Top>(schema: S) => Schema.Struct({ data: schema })

/** `single` with status 201. */
export const created = <S extends Schema.Top>(schema: S) => single(schema).pipe(HttpApiSchema.status(201))

/** The response `{ data, pagination }` (contract §4.2). */
export const page = <S extends Schema.Top>(schema: S) =>
  Schema.Struct({ data: Schema.Array(schema), pagination: Pagination })
