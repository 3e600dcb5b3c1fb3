import { Effect } from "effect"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { invalid } from "../../domain/ValidationIssue.ts"
import { bodyText, type KeyedCall } from "../../domain/events/Idempotency.ts"
import { isText, type JsonObject } from "../../domain/json/Json.ts"
import { fits } from "../../domain/values/Text.ts"
import { digestOf } from "../../store/keys/Digest.ts"

/** The `Idempotency-Key` of a call with the digest of its body; null without a key or with an empty one. */
export const keyedCall = Effect.fnUntraced(function* (operation: string, key: string | undefined, body: JsonObject) {
  const { account_id } = yield* CallingAccount
  if (key === undefined || key === "") return null
  if (!fits(key, 255) || !isText(key)) {
    return yield* invalid("Idempotency-Key", "Must be text of at most 255 characters")
  }
  return { account_id, operation, key, digest: digestOf(bodyText(body)) } satisfies KeyedCall
})
