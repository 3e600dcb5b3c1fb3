import { maxIssues } from "../ValidationIssue.ts"
import { type JsonObject, plainNumber } from "./Json.ts"

/** The members of a body that have one of `names`. Looks up each name: a body may have a hundred thousand other members. */
export const pickMembers = (body: JsonObject, names: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(body, name) ? [[name, body[name]]] : [])))

/** A body for a schema that refuses members beside `names`: of these no more than an answer lists, since a body may have a hundred thousand. */
export const boundedMembers = (body: JsonObject, names: ReadonlyArray<string>): JsonObject => {
  const unknown = Object.keys(body).filter((name) => !names.includes(name))
  return unknown.length > maxIssues ? pickMembers(body, [...names, ...unknown.slice(0, maxIssues + 1)]) : body
}

/** A body for schemas that expect JavaScript's numbers: its members lose their source text. */
export const withPlainNumbers = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, plainNumber(value)]))
