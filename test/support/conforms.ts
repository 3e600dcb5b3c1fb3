// The document is read by path, as its readers do: it has no type of its own.
/* oxlint-disable typescript/no-explicit-any */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { contractText } from "./contract.ts"

const document: any = JSON.parse(contractText())

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int64: true } })
formats.default(ajv)
ajv.addSchema(document, "contract")

const validators = new Map<string, ValidateFunction>()

const validatorOf = (pointer: string): ValidateFunction => {
  const known = validators.get(pointer)
  if (known !== undefined) return known
  const made = ajv.compile({ $ref: `contract#${pointer}` })
  validators.set(pointer, made)
  return made
}

const escaped = (key: string): string => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))

const paths = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^}]+\}/g, "[^/]+")}$`)
}))

const resolved = (pointer: string): { readonly pointer: string; readonly value: any } => {
  const value = pointer
    .split("/")
    .slice(1)
    .reduce((at, key) => at?.[decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")], document)
  return typeof value?.$ref === "string" ? resolved(value.$ref.slice(1)) : { pointer, value }
}

// What the service says of requests that reach no operation.
const anywhere = "/components/schemas/Error"

const faultOf = (pointer: string, json: unknown): string | undefined => {
  const validate = validatorOf(pointer)
  return validate(json) ? undefined : ajv.errorsText(validate.errors)
}

/** What an answer of the public API has that the OpenAPI document does not allow; undefined for none. */
export const contradiction = (
  method: string,
  url: string,
  answer: { readonly status: number; readonly headers: Headers; readonly json: unknown }
): string | undefined => {
  const path = new URL(url).pathname
  const known = paths.find(({ pattern }) => pattern.test(path))?.path
  if (!/^\/(?:v1|oauth|health)\//.test(path) || method === "HEAD") return undefined
  const operation = known === undefined ? undefined : document.paths[known][method.toLowerCase()]
  if (known === undefined || operation === undefined) {
    return answer.status >= 400 ? faultOf(anywhere, answer.json) : `${answer.status} of an unknown operation`
  }
  const { pointer, value } = resolved(
    `/paths/${escaped(known)}/${method.toLowerCase()}/responses/${String(answer.status)}`
  )
  // A body that is too large is refused before the operation that would not have read it.
  if (value === undefined) return answer.status === 413 ? undefined : `${answer.status} is not among its answers`
  const missing = Object.keys(value.headers ?? {}).filter(
    (name) => resolved(`${pointer}/headers/${escaped(name)}`).value.required !== false && !answer.headers.has(name)
  )
  // A 503 may come from the limiter itself, which then has no windows to show.
  if (missing.some((name) => answer.status !== 503 || !name.startsWith("X-RateLimit-")))
    return `lacks ${missing.join(", ")}`
  return value.content === undefined ? undefined : faultOf(`${pointer}/content/application~1json/schema`, answer.json)
}
