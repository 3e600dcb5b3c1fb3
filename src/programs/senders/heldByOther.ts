import { invalid } from "../../domain/ValidationIssue.ts"

/** The fault of an address at a domain that another business has proven. */
export const heldByOther = invalid(
  "from_email",
  "Is at a domain that another account of this service has proven to be its own"
)
