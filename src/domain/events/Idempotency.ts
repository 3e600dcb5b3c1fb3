import { Schema } from "effect"
import { type JsonObject, textOf } from "../json/Json.ts"

/** Milliseconds that the answer to a key is kept: 30 days (contract §5). */
export const keptFor = 30 * 86_400_000

/** What an idempotency key is for. `operation` keeps the keys of different endpoints apart. */
export interface IdempotencyKey {
  readonly account_id: string
  readonly operation: string
  readonly key: string
}

/** A key with the SHA-256 of the body it came with. */
export interface KeyedCall extends IdempotencyKey {
  readonly digest: string
}

/** The first answer to a key, as text that the operation understands. `created_at` in milliseconds. */
export interface KeptAnswer extends KeyedCall {
  readonly answer: string
  /** Whom the answer shows, if anyone: erasing that contact takes the answer along. */
  readonly contact_id?: string
  readonly created_at: number
}

/** The key was used before, with another body (409). */
export class KeyReused extends Schema.TaggedError<KeyReused>()("KeyReused", {}) {}

/** The text two equal bodies share: their members in one order, each value to the digit, `except` left out. */
export const bodyText = (body: JsonObject, except?: string): string =>
  Object.keys(body)
    .filter((name) => name !== except)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${textOf(body[name])}`)
    .join(",")
