import { Schema } from "effect"
import type { ApiResponse } from "../support/http/http.ts"
import { type FuzzedRequest, isExpensive } from "./requests.ts"
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

/** Ids of an account's records that certainly exist. */
export const existingIds = ({ ids, there }: World, account: string, collection: string): ReadonlyArray<string> =>
  (ids.get(`${account} ${collection}`) ?? []).filter((id) => there.has(key(account, collection, id)))

/** Called before each request: records that it may delete no longer certainly exist. */
export const recordSent = ({ there }: World, one: FuzzedRequest): void => {
  if (one.init.method === "DELETE" && one.operation.path.endsWith("/{id}")) there.delete(keyOf(one, idIn(one)))
  // An action on many contacts may delete any of them.
  if (one.operation.path.endsWith("/contact-actions")) {
    for (const known of there) if (known.startsWith(`${accountOf(one)} contacts `)) there.delete(known)
  }
}

/** Called with each response: records it created exist. A dry run creates none, and a replay may be old. */
export const recordCreated = ({ there }: World, one: FuzzedRequest, answer: ApiResponse | undefined): void => {
  const { operation, init } = one
  const repeated = "prefer" in init.headers || "idempotency-key" in init.headers
  if (init.method !== "POST" || operation.path.includes("{id}") || repeated) return
  const id: unknown = answer?.json?.data?.id
  // An invited person is not a user yet.
  if (typeof id === "string" && !id.startsWith("inv_")) there.add(keyOf(one, id))
}

// Operations that need the operator, a test account, or a session of the same user.
const operators = /\/test-clock$|\/api\/accounts$|^PATCH \/dashboard\/api\/accounts\/{account}$/
const own = /\/test-clock$|\/password-reset$|\/password$|\/session$|\/setup$|\/invitations$/

// The sender's operations need an address, or the operator; a flow that sends e-mail needs a complete sender.
const ofSender = /\/senders?(?:\/|$)|\/preview\/send$|\/activate$|^PUT .*\/flows\/{id}$/

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/**
 * Whether only a limit may refuse the call, judged after its response: all named records exist, the caller is allowed, and
 * no other call can have taken its address or key.
 */
export const mustSucceed = ({ there, operator }: World, one: FuzzedRequest): boolean => {
  const { operation, init, due } = one
  if (one.sure === true && due === "taken") return true
  const { name, path, dashboard } = operation
  if (due !== "taken" || isExpensive(operation) || own.test(path) || !(dashboard || path.startsWith("/v1/")))
    return false
  // Some triggers have no past that records tell.
  if (ofSender.test(name) || /\/(?:campaigns|flows|segments)\/backtest$/.test(name)) return false
  if (dashboard && operators.test(name) && init.headers["cookie"] !== operator) return false
  const id = idIn(one)
  if (id !== undefined && !there.has(keyOf(one, id))) return false
  // Runs and versions are not among the records that are learnt; a contact of a path may be deleted.
  if (/{(?:run|version|contact)}/.test(path)) return false
  if (init.body === undefined) return true
  const body = readBody(init.body)
  if ("idempotency-key" in init.headers || isGiven(body["idempotency_key"])) return false
  if (name.endsWith("/merge") && !there.has(keyOf(one, body["from"], "contacts"))) return false
  if (isGiven(body["contact_id"]) && !there.has(keyOf(one, body["contact_id"], "contacts"))) return false
  if (/\/preview(?:\/send)?$/.test(name) && ["order_id", "event_id"].some((known) => isGiven(body[known]))) return false
  const isNew = String(body["email"]).startsWith("new-") && !isGiven(body["phone"])
  const hasAddress = isGiven(body["email"]) || isGiven(body["phone"])
  return !/^(?:POST|PATCH) .*\/contacts(?:\/{id})?$/.test(name) || isNew || !hasAddress
}
