import { recordAddress, type RecordAddress } from "../contacts/erasureMatching.ts"
import { type JsonObject, textOf } from "../json/Json.ts"
import { objectsOf } from "./platformFields.ts"
import type { StoreCommand } from "./StoreCommand.ts"

/** Characters of a body that is kept for a retry. */
const maxKept = 512 * 1024

const partMembers = ["id", "admin_graphql_api_id", "order_id", "status", "shipment_status", "created_at", "updated_at"]

// A shipment or refund without the data of the person that it carries.
const plainPart = (body: JsonObject): string => {
  const members = partMembers
    .filter((name) => name in body)
    .map((name) => `${JSON.stringify(name)}:${textOf(body[name])}`)
  const transactions = objectsOf(body["transactions"]).map(({ kind, status, amount }) => ({ kind, status, amount }))
  return `{${[...members, `"transactions":${JSON.stringify(transactions)}`].join()}}`
}

/** The body that a retry needs, with the addresses by which an erasure finds it. Null for one that is too large. */
export const keptBody = (
  command: StoreCommand,
  body: JsonObject,
  text: string
): { readonly body: string | null } & RecordAddress => {
  const address = (members: JsonObject) =>
    recordAddress(JSON.stringify({ email: members["email"], phone: members["phone"] }))
  if (command.type === "order_part") return { body: plainPart(body), ...address({}) }
  const kept = { body: text.length <= maxKept ? text : null }
  if (command.type === "order") return { ...kept, ...address(command.order) }
  if (command.type === "customer") return { ...kept, ...address(command.customer.contact) }
  if (command.type === "erase_person" || command.type === "data_request") return { ...kept, ...address({ ...command }) }
  return { body: null, ...address({}) }
}
