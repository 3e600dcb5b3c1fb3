import { OpenApi } from "effect/http-api"
import { retiredNames } from "../domain/contacts/ContactInput.ts"
import { isObject } from "../domain/json/Json.ts"
import { Api } from "./Api.ts"

const namesIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (!isObject(value)) return []
  const { properties, name, in: place } = value
  return [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...(typeof name === "string" && place !== undefined ? [name] : []),
    ...Object.values(value).flatMap(namesIn)
  ]
}

/** Every name of a member, parameter or header in the contract, and those it has retired, in lower case. */
export const fieldNames: ReadonlySet<string> = new Set(
  ["Content-Type", ...Object.keys(retiredNames), ...namesIn(OpenApi.fromApi(Api))].map((name) => name.toLowerCase())
)
