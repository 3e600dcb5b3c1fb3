import { fromText, type JsonObject, textOf } from "./Json.ts"
import { elementsOf, membersOf } from "./JsonText.ts"

type Path = ReadonlyArray<string>

const isWhole = ([, ...rest]: Path): boolean => rest.length === 0

// Groups paths by their first member.
const byHead = (paths: ReadonlyArray<Path>): ReadonlyMap<string, ReadonlyArray<Path>> =>
  Map.groupBy(paths, ([head = ""]) => head)

const below = (paths: ReadonlyArray<Path>): ReadonlyArray<Path> => paths.map(([, ...rest]) => rest)

/** JSON text without the members and elements at `paths`. All others keep their source text and order. */
const textWithout = (json: string, paths: ReadonlyArray<Path>): string => {
  const heads = byHead(paths)
  const kept = (name: string, source: string): ReadonlyArray<string> => {
    const inner = heads.get(name)
    if (inner === undefined) return [source]
    return inner.some(isWhole) ? [] : [textWithout(source, below(inner))]
  }
  if (!/^[[{]/.test(json)) return json
  return json.startsWith("[")
    ? `[${elementsOf(json).flatMap((source, at) => kept(String(at), source))}]`
    : `{${membersOf(json).flatMap(([key, source]) => kept(key, source).map((left) => `${JSON.stringify(key)}:${left}`))}}`
}

/** A body without the members at these dotted paths (`line_items.0.quantity`), each of which the body must have. */
export const leaveOut = (body: JsonObject, fields: ReadonlyArray<string>): JsonObject => {
  if (fields.length === 0) return body
  // Copied once and changed in place: a body may have a hundred thousand members.
  const rest: Record<string, unknown> = { ...body }
  for (const [name, inner] of byHead(fields.map((field) => field.split(".")))) {
    if (inner.some(isWhole)) delete rest[name]
    else rest[name] = fromText(textWithout(textOf(body[name]), below(inner)))
  }
  return rest
}
