import { Schema } from "effect"
import { type JsonObject, textOf } from "../json/Json.ts"

/** Milliseconds that the response to a key is kept: 30 days (contract §5). */
export const keyRetention = 30 * 86_400_000

/** An idempotency key. `operation` separates the keys of different endpoints. */
export interface IdempotencyKey {
  readonly account_id: string
  readonly operation: string
  readonly key: string
}

/** A key as one text: the name of its lock, and its entry in maps. */
export const keyName = ({ account_id, operation, key }: IdempotencyKey): string => `${account_id}|${operation}|${key}`

/** A key with the SHA-256 of the body it came with. */
export interface KeyedCall extends IdempotencyKey {
  readonly digest: string
}

/** The first response to a key, as text in a form of the operation's own. */
export interface StoredResponse extends KeyedCall {
  readonly answer: string
  /** The contact that the response shows, if any: erasing the contact deletes the response. */
  readonly contact_id?: string
  /** Milliseconds. */
  readonly created_at: number
}

/** The key was used before with another body (409). */
export class KeyReused extends Schema.TaggedError<KeyReused>()("KeyReused", {}) {}

/** A canonical text of a body without the member `except`: equal for equal bodies, with members sorted and every digit kept. */
export const bodyText = (body: JsonObject, except?: string): string =>
  Object.keys(body)
    .filter((name) => name !== except)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${textOf(body[name])}`)
    .join(",")
