// The document is untyped, and read by path.
/* oxlint-disable typescript/no-explicit-any */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { contractText } from "./contract.ts"
import { dashboardContract } from "./dashboardContract.ts"

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int64: true, iri: true } })
formats.default(ajv)
const escaped = (key: string): string => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))

interface Contract {
  readonly id: string
  readonly document: any
  readonly paths: ReadonlyArray<{ readonly path: string; readonly pattern: RegExp }>
}

const contract = (id: string, document: any): Contract => {
  ajv.addSchema(document, id)
  const paths = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^}]+\}/g, "[^/]+")}$`)
  }))
  return { id, document, paths }
}

const api = contract("contract", JSON.parse(contractText()))
const dashboardApi = contract("dashboard", dashboardContract())

const validators = new Map<string, ValidateFunction>()

const validatorOf = ({ id }: Contract, pointer: string): ValidateFunction => {
  const knownPath = validators.get(id + pointer)
  if (knownPath !== undefined) return knownPath
  const made = ajv.compile({ $ref: `${id}#${pointer}` })
  validators.set(id + pointer, made)
  return made
}

const resolved = (from: Contract, pointer: string): { readonly pointer: string; readonly value: any } => {
  const value = pointer
    .split("/")
    .slice(1)
    .reduce((at, key) => at?.[decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")], from.document)
  return typeof value?.$ref === "string" ? resolved(from, value.$ref.slice(1)) : { pointer, value }
}

// The schema of errors outside any operation.
const anywhere = "/components/schemas/Error"

const issueOf = (from: Contract, pointer: string, json: unknown): string | undefined => {
  const validate = validatorOf(from, pointer)
  return validate(json) ? undefined : ajv.errorsText(validate.errors)
}

/** How a response violates the OpenAPI document of its API; undefined when it does not. */
export const contractViolation = (
  method: string,
  url: string,
  answer: { readonly status: number; readonly headers: Headers; readonly json: unknown }
): string | undefined => {
  const path = new URL(url).pathname
  if (!/^\/(?:v1|oauth|health|dashboard\/api)\//.test(path) || method === "HEAD") return undefined
  const from = path.startsWith("/dashboard/") ? dashboardApi : api
  const fixed = from.paths.filter((found) => found.path === path)
  const matching = (fixed.length > 0 ? fixed : from.paths.filter(({ pattern }) => pattern.test(path))).map(
    (found) => found.path
  )
  const knownPath = matching.find((found) => method.toLowerCase() in from.document.paths[found]) ?? matching[0]
  const operation = knownPath === undefined ? undefined : from.document.paths[knownPath][method.toLowerCase()]
  if (knownPath === undefined || operation === undefined) {
    return answer.status >= 400 ? issueOf(api, anywhere, answer.json) : `${answer.status} of an unknown operation`
  }
  const { pointer, value } = resolved(
    from,
    `/paths/${escaped(knownPath)}/${method.toLowerCase()}/responses/${String(answer.status)}`
  )
  // A head or body that is too large is refused before routing.
  if (value === undefined)
    return [413, 431].includes(answer.status) ? undefined : `${answer.status} is not among its answers`
  const missing = Object.keys(value.headers ?? {}).filter(
    (name) =>
      resolved(from, `${pointer}/headers/${escaped(name)}`).value.required !== false && !answer.headers.has(name)
  )
  // A 503 of the limiter itself has no rate windows.
  if (missing.some((name) => answer.status !== 503 || !name.startsWith("X-RateLimit-")))
    return `lacks ${missing.join(", ")}`
  return value.content?.["application/json"] === undefined
    ? undefined
    : issueOf(from, `${pointer}/content/application~1json/schema`, answer.json)
}
