import { fromText, type JsonObject, textOf } from "./Json.ts"
import { elementsOf, membersOf } from "./JsonText.ts"

type Path = ReadonlyArray<string>

const isWhole = ([, ...rest]: Path): boolean => rest.length === 0

// The paths below each member that some path begins with.
const byHead = (paths: ReadonlyArray<Path>): ReadonlyMap<string, ReadonlyArray<Path>> =>
  Map.groupBy(paths, ([head = ""]) => head)

const below = (paths: ReadonlyArray<Path>): ReadonlyArray<Path> => paths.map(([, ...rest]) => rest)

/** JSON text without the members and elements at `paths`; all others stay to the digit and in order. */
const textWithout = (json: string, paths: ReadonlyArray<Path>): string => {
  const heads = byHead(paths)
  const kept = (name: string, source: string): ReadonlyArray<string> => {
    const own = heads.get(name)
    if (own === undefined) return [source]
    return own.some(isWhole) ? [] : [textWithout(source, below(own))]
  }
  if (!/^[[{]/.test(json)) return json
  return json.startsWith("[")
    ? `[${elementsOf(json).flatMap((source, at) => kept(String(at), source))}]`
    : `{${membersOf(json).flatMap(([key, source]) => kept(key, source).map((left) => `${JSON.stringify(key)}:${left}`))}}`
}

/** A body without the members at these dotted paths (`line_items.0.quantity`). Contract: each is a path of the body. */
export const leaveOut = (body: JsonObject, fields: ReadonlyArray<string>): JsonObject => {
  const heads = byHead(fields.map((field) => field.split(".")))
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const own = heads.get(name)
      if (own === undefined) return [[name, value]]
      return own.some(isWhole) ? [] : [[name, fromText(textWithout(textOf(value), below(own)))]]
    })
  )
}
