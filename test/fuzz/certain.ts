import { Schema } from "effect"
import type { ApiResponse } from "../support/http/http.ts"
import { type FuzzedRequest, hashes } from "./requests.ts"
import { collectionOf, type World } from "./world.ts"

const Body = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
const readBody = Schema.decodeUnknownSync(Body)

const accountOf = ({ operation, account, path }: FuzzedRequest): string | undefined =>
  operation.path.includes("{account}") ? path.split("/")[operation.path.split("/").indexOf("{account}")] : account
const key = (account: string | undefined, collection: string, id: unknown): string =>
  `${account} ${collection} ${String(id)}`
const keyOf = (one: FuzzedRequest, id: unknown, collection = collectionOf(one.operation.path)): string =>
  key(accountOf(one), collection, id)
const idIn = ({ operation, path }: FuzzedRequest): string | undefined => {
  const at = operation.path.split("/").indexOf("{id}")
  return at === -1 ? undefined : path.split("?")[0]?.split("/")[at]
}

/** Ids of an account's things that are there for certain. */
export const idsThere = ({ ids, there }: World, account: string, collection: string): ReadonlyArray<string> =>
  (ids.get(`${account} ${collection}`) ?? []).filter((id) => there.has(key(account, collection, id)))

/** Must be told of each request before it is sent: what somebody may delete is not there for certain from then on. */
export const noteSent = ({ there }: World, one: FuzzedRequest): void => {
  if (one.init.method === "DELETE" && one.operation.path.endsWith("/{id}")) there.delete(keyOf(one, idIn(one)))
}

/** Must be told of each answer: what it says was made is there. A try makes nothing, and a repeated answer may be old. */
export const noteMade = ({ there }: World, one: FuzzedRequest, answer: ApiResponse | undefined): void => {
  const { operation, init } = one
  const repeated = "prefer" in init.headers || "idempotency-key" in init.headers
  if (init.method !== "POST" || operation.path.includes("{id}") || repeated) return
  const id: unknown = answer?.json?.data?.id
  // Who is invited is no user yet.
  if (typeof id === "string" && !id.startsWith("inv_")) there.add(keyOf(one, id))
}

// What only the operator may do, and what is not there for everybody: a clock of its own, a session of the same person.
const operators = /\/test-clock$|\/api\/accounts$|^PATCH \/dashboard\/api\/accounts\/{account}$/
const own = /\/test-clock$|\/password-reset$|\/password$|\/session$|\/setup$|\/invitations$/

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/**
 * Whether nothing but a limit can refuse the call, once its answer is there: all that it names is there, its caller may do this, and no
 * other call can have taken its address or its key.
 */
export const isCertain = ({ there, operator }: World, one: FuzzedRequest): boolean => {
  const { operation, init, due } = one
  if (one.sure === true && due === "taken") return true
  const { name, path, dashboard } = operation
  if (due !== "taken" || hashes(operation) || own.test(path) || !(dashboard || path.startsWith("/v1/"))) return false
  if (dashboard && operators.test(name) && init.headers["cookie"] !== operator) return false
  const id = idIn(one)
  if (id !== undefined && !there.has(keyOf(one, id))) return false
  if (init.body === undefined) return true
  const body = readBody(init.body)
  if ("idempotency-key" in init.headers || isGiven(body["idempotency_key"])) return false
  if (name.endsWith("/merge") && !there.has(keyOf(one, body["from"], "contacts"))) return false
  if (isGiven(body["contact_id"]) && !there.has(keyOf(one, body["contact_id"], "contacts"))) return false
  if (name.endsWith("/preview") && ["order_id", "event_id"].some((known) => isGiven(body[known]))) return false
  const isNew = String(body["email"]).startsWith("new-") && !isGiven(body["phone"])
  const hasAddress = isGiven(body["email"]) || isGiven(body["phone"])
  return !/^(?:POST|PATCH) .*\/contacts(?:\/{id})?$/.test(name) || isNew || !hasAddress
}
