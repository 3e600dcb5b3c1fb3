import { isZoneFile, offsetByChanges, readZoneFile } from "./zoneFile.ts"

/** Time zones as a system keeps them: their version (`2026f`) and the compiled file of each by its name. */
export interface ZoneFiles {
  readonly version: string
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** Milliseconds east of UTC at an instant. */
type OffsetAt = (millis: number) => number

// ICU takes these for zones; IANA does not, and some stand for several: BST is Dhaka's to ICU, and London's to people there.
const namesOfIcuAlone = new Set(
  `act aet agt art ast bet bst cat cnt cst ctt eat ect iet ist jst mit net nst plt pnt prt pst sst vst us/pacific-new
  canada/east-saskatchewan`.split(/\s+/)
)

const isOfIcuAlone = (name: string): boolean => {
  const lower = name.toLowerCase()
  return namesOfIcuAlone.has(lower) || lower.startsWith("systemv/")
}

const maxNameLength = 64

const formatOf = (name: string): Intl.DateTimeFormat | undefined => {
  if (!/^[A-Za-z]/.test(name) || name.length > maxNameLength || isOfIcuAlone(name)) return undefined
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      era: "short"
    })
  } catch {
    return undefined
  }
}

const offsetByFormat =
  (format: Intl.DateTimeFormat): OffsetAt =>
  (millis) => {
    const part = new Map(format.formatToParts(millis).map(({ type, value }) => [type, value]))
    const number = (type: Intl.DateTimeFormatPartTypes) => Number(part.get(type))
    const local = new Date(0)
    const year = number("year")
    local.setUTCFullYear(part.get("era") === "BC" ? 1 - year : year, number("month") - 1, number("day"))
    local.setUTCHours(number("hour"), number("minute"), number("second"))
    return local.getTime() - Math.floor(millis / 1_000) * 1_000
  }

/** The data that a process reads time zones from: `node` is what it was built with. */
interface ZoneData {
  readonly source: "node" | "system"
  readonly find: (name: string) => OffsetAt | undefined
  readonly names: ReadonlyArray<string>
}

const nodeZones = (): ZoneData => ({
  source: "node",
  names: Intl.supportedValuesOf("timeZone"),
  find: (name) => {
    const format = formatOf(name)
    return format === undefined ? undefined : offsetByFormat(format)
  }
})

/** Zones of files, else of Node: Debian installs the former names of zones (`US/Eastern`) apart. */
const systemZones = ({ files }: ZoneFiles): ZoneData => {
  const node = nodeZones()
  const byLowerCase = new Map(
    [...files].filter(([, bytes]) => isZoneFile(bytes)).map(([name, bytes]) => [name.toLowerCase(), bytes])
  )
  return {
    source: "system",
    names: [...new Set([...node.names, ...files.keys()])],
    find: (name) => {
      const bytes = byLowerCase.get(name.toLowerCase())
      const changes = bytes === undefined ? undefined : readZoneFile(bytes)
      return changes === undefined ? node.find(name) : (millis) => offsetByChanges(changes, millis)
    }
  }
}

const noFiles = (): ZoneFiles | undefined => undefined

// Names differ in case alone, so the number of spellings that callers can make is bounded by clearing.
const maxKnown = 2_000

const state = { data: nodeZones(), files: noFiles(), known: new Map<string, OffsetAt>() }

const zoneOf = (name: string): OffsetAt | undefined => {
  const known = state.known.get(name)
  if (known !== undefined) return known
  const found = state.data.find(name)
  if (found === undefined) return undefined
  if (state.known.size >= maxKnown) state.known.clear()
  state.known.set(name, found)
  return found
}

const versionForm = /^\d{4}[a-z]{1,2}$/

/** Whether a version of the time zone database is newer than another: `2026f` than `2026c`. Pure. */
export const isNewerZoneVersion = (version: string, other: string): boolean =>
  versionForm.test(version) && (!versionForm.test(other) || version > other)

/** Makes the whole process read time zones from these files from now on, or from Node's own data. Only for the start of a process, and tests. */
export const useZoneData = (files: ZoneFiles | undefined): void => {
  state.files = files
  state.data = files === undefined ? nodeZones() : systemZones(files)
  state.known = new Map()
}

/** The files in use, for a thread of the same process; undefined for Node's own data. */
export const zoneFilesInUse = (): ZoneFiles | undefined => state.files

/** Whether a name is of an IANA time zone, in any case. */
export const isTimezone = (name: string): boolean => zoneOf(name) !== undefined

/** The names of all time zones in use, each zone at least once. */
export const timezones = (): ReadonlyArray<string> => state.data.names

/** Milliseconds by which a zone is east of UTC at an instant; 0 in an unknown zone. */
export const zoneOffset = (timezone: string, millis: number): number => zoneOf(timezone)?.(millis) ?? 0
