import { Option, Schema } from "effect"
import { ConsentProof } from "../contacts/ConsentProof.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import type { FileLayout } from "./FileLayout.ts"
import { timeOfCell } from "./importCells.ts"

type Channel = "email" | "sms"

/** The fields of a column that tells how another service got a consent, with the member of the proof that each becomes. */
const proofTargets: Readonly<Record<Channel, Readonly<Record<string, keyof ConsentProof>>>> = {
  email: {
    email_consent_time: "given_at",
    email_consent_address: "address",
    email_confirmed_time: "confirmed_at",
    email_confirmed_address: "confirmed_address",
    consent_source: "source"
  },
  sms: { sms_consent_time: "given_at", consent_source: "source" }
}

/** Whether the cells of a field are times. */
export const isTimeTarget = (target: string): boolean =>
  target === "order_date" || target.endsWith("_consent_time") || target.endsWith("_confirmed_time")

/** The fields whose columns tell of a consent. */
export const proofFields: ReadonlySet<string> = new Set(Object.values(proofTargets).flatMap(Object.keys))

/** What a row says of how a consent was given to another service, by the field of each cell; undefined if it says nothing. */
export const proofOfRow = (
  { format }: FileLayout,
  cells: ReadonlyMap<string, string>,
  channel: Channel
): Readonly<Record<string, string>> | undefined => {
  const stated = Object.keys(proofTargets[channel]).flatMap((target) => {
    const cell = cells.get(target) ?? ""
    return cell === "" ? [] : [[target, isTimeTarget(target) ? timeOfCell(cell, format) : cell] as const]
  })
  return stated.length === 0 ? undefined : Object.fromEntries(stated)
}

const decode = Schema.decodeUnknownOption(ConsentProof)

/**
 * The proof of a consent as a row states it, with `source` where the row names none, and an issue for each cell that cannot be read. Undefined
 * without a cell that can be. Pure.
 */
export const readFileProof = (
  channel: Channel,
  stated: unknown,
  source: string
): { readonly proof: ConsentProof | undefined; readonly issues: ReadonlyArray<ValidationIssue> } => {
  const cells: Readonly<Record<string, unknown>> =
    typeof stated === "object" && stated !== null ? Object.fromEntries(Object.entries(stated)) : {}
  const members = Object.entries(proofTargets[channel]).flatMap(([field, member]) =>
    cells[field] === undefined ? [] : [{ field, read: decode({ [member]: cells[field] }) }]
  )
  const found = members.flatMap(({ read }) => (Option.isSome(read) ? [read.value] : []))
  return {
    proof: found.length === 0 ? undefined : Object.assign({ source }, ...found),
    issues: members.flatMap(({ field, read }) =>
      Option.isSome(read)
        ? []
        : [{ field, message: isTimeTarget(field) ? "Is no date and time; left out" : "Is too long; left out" }]
    )
  }
}
