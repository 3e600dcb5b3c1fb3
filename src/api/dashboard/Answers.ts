import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Pagination } from "../../domain/lists/Page.ts"

/** An answer about one thing. */
export const one = <S extends Schema.Top>(schema: S) => Schema.Struct({ data: schema })

/** An answer about one thing that was made. */
export const made = <S extends Schema.Top>(schema: S) => one(schema).pipe(HttpApiSchema.status(201))

/** One page of a list (contract §4). */
export const page = <S extends Schema.Top>(schema: S) =>
  Schema.Struct({ data: Schema.Array(schema), pagination: Pagination })
