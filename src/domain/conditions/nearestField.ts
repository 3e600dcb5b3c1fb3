import { nearestName } from "../values/nearestName.ts"
import { fieldKindOf, fieldNames, openNames } from "./Facts.ts"
import { historyFieldOf } from "./History.ts"

/** The parts of a name that the account completes. */
const openParts = 2

/**
 * The field that was probably meant by a name with typing errors, among those with these roots; undefined if none is near. What the account adds to
 * a name stays as it is. Pure.
 */
export const nearestField = (typed: string, roots: ReadonlyArray<string>): string | undefined => {
  const isOffered = (name: string): boolean =>
    roots.includes(historyFieldOf(name) === undefined ? (name.split(".")[0] ?? "") : "contact")
  const whole = nearestName(typed, fieldNames.filter(isOffered))
  if (whole !== undefined) return whole
  const parts = typed.split(".")
  const added = parts.slice(openParts).join(".")
  const open = nearestName(parts.slice(0, openParts).join("."), openNames)
  if (open === undefined || added === "") return undefined
  const name = `${open}.${added}`
  return name !== typed && fieldKindOf(name) !== undefined && isOffered(name) ? name : undefined
}
