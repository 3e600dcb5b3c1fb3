import { retiredNames } from "../domain/contacts/ContactInput.ts"
import { isObject } from "../domain/json/Json.ts"
import { contractDocument } from "./contractDocument.ts"

const namesIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (!isObject(value)) return []
  const { properties, name, in: location } = value
  return [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...(typeof name === "string" && location !== undefined ? [name] : []),
    ...Object.values(value).flatMap(namesIn)
  ]
}

/** All names of members, parameters and headers of the API, and its retired ones, in lower case. */
export const fieldNames: ReadonlySet<string> = new Set(
  ["Content-Type", ...Object.keys(retiredNames), ...namesIn(contractDocument)].map((name) => name.toLowerCase())
)
