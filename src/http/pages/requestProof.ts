import type { HttpServerRequest } from "effect/http"
import type { ConsentProof } from "../../domain/contacts/ConsentProof.ts"
import { beginning } from "../../domain/values/Text.ts"
import type { ClientAddress } from "../auth/ClientAddress.ts"

// Headers hold any byte as a character; the ledger keeps printable ones.
const printable = (header: string): string => header.replace(/[^\x20-\x7e]/g, "?")

/** The evidence that a request gives of a choice on `page`: the network of its client, and its user agent. */
export const requestProof = (
  addresses: ClientAddress["Service"],
  request: HttpServerRequest.HttpServerRequest,
  page: string
): ConsentProof => ({
  address: beginning(addresses.of(request), 64),
  user_agent: beginning(printable(request.headers["user-agent"] ?? ""), 500),
  page: beginning(page, 2_000)
})
