import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** A `text[]` parameter, also when it is empty or starts with null. */
export const texts = (values: ReadonlyArray<string | null>) =>
  Result.getOrThrow(PgTypes.array(values, PgTypes.OID.text))

/** A `bigint[]` parameter. */
export const bigints = (values: ReadonlyArray<bigint>) => Result.getOrThrow(PgTypes.array(values, PgTypes.OID.int8))
