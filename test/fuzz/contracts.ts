// OpenAPI documents are untyped, and read by path.
/* oxlint-disable typescript/no-explicit-any */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { contractText } from "../support/http/contract.ts"
import { dashboardContract } from "../support/http/dashboardContract.ts"

/** An operation of one of the two APIs, with its request as documented. */
export interface Operation {
  readonly name: string
  readonly dashboard: boolean
  readonly method: string
  readonly path: string
  readonly query: ReadonlyArray<{ readonly name: string; readonly schema: any; readonly validate: ValidateFunction }>
  readonly body:
    | { readonly type: string; readonly example: any; readonly schema: any; readonly validate: ValidateFunction }
    | undefined
}

// An e-mail format by the document. The service removes invisible characters first, and treats empty text as null where null
// is accepted (contract §2).
const emailForm = (text: string): boolean =>
  /^(?:[^\s@]+@[^\s@]+\.[^\s@]+)?$/.test(text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "").trim())

const ajv = new Ajv2020({ strict: false, formats: { int64: true, password: true, iri: true } })
formats.default(ajv)
ajv.addFormat("email", emailForm)

// Unknown members of a request are ignored (contract §2).
const open = (value: any): any =>
  Array.isArray(value)
    ? value.map(open)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, inner]) =>
            key === "additionalProperties" && inner === false ? [] : [[key, open(inner)]]
          )
        )
      : value

const documents = [JSON.parse(contractText()), dashboardContract()].map(open)

/** Resolves references of a schema. */
export const follow = (schema: any, document: any): any =>
  typeof schema?.$ref === "string"
    ? follow(
        schema.$ref
          .split("/")
          .slice(1)
          .reduce((at: any, key: string) => at[key], document),
        document
      )
    : schema

const operationsOf = (document: any, dashboard: boolean): ReadonlyArray<Operation> => {
  const id = dashboard ? "dashboard" : "public"
  ajv.addSchema(document, id)
  const validator = (schema: any) =>
    ajv.compile(typeof schema.$ref === "string" ? { $ref: `${id}${schema.$ref}` } : schema)
  // Schemas keep their document, in which their references are resolved.
  const rooted = (schema: any): any => ({ ...follow(schema, document), document })
  return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods)
      .filter(([, operation]) => "responses" in operation)
      .map(([method, operation]) => {
        const [type, content] = Object.entries<any>(operation.requestBody?.content ?? {})[0] ?? []
        return {
          name: `${method.toUpperCase()} ${path}`,
          dashboard,
          method: method.toUpperCase(),
          path,
          query: (operation.parameters ?? [])
            .map((parameter: any) => follow(parameter, document))
            .filter((parameter: any) => parameter.in === "query")
            .map(({ name, schema }: any) => ({ name, schema: rooted(schema), validate: validator(schema) })),
          body:
            type === undefined
              ? undefined
              : { type, example: content.example, schema: rooted(content.schema), validate: validator(content.schema) }
        }
      })
  )
}

/** Every operation of the public API and of the dashboard's. */
export const operations: ReadonlyArray<Operation> = [
  ...operationsOf(documents[0], false),
  ...operationsOf(documents[1], true)
]
