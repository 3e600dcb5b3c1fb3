import { Effect } from "effect"
import { Caller } from "../../api/Authorization.ts"
import { NotFound } from "../../domain/Errors.ts"
import { isId } from "../../domain/values/Id.ts"

/** The caller's account, if every id of the path has the form of one; else `NotFound`. */
export const callerAccount = Effect.fnUntraced(function* (ids: Readonly<Record<string, string>>) {
  const { account_id } = yield* Caller
  return Object.values(ids).every(isId) ? account_id : yield* new NotFound()
})
