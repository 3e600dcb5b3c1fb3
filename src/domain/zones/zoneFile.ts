import { offsetByRule, type PosixRule, readPosixRule } from "./posixRule.ts"

/** The changes of clocks of one zone: the instant of each in seconds, the offset from it on in seconds east of UTC. */
interface ZoneChanges {
  readonly instants: ReadonlyArray<number>
  readonly offsets: ReadonlyArray<number>
  /** The offset before the first change. */
  readonly before: number
  /** The rule that holds after the last change. */
  readonly rule: PosixRule | undefined
}

const magic = 0x545a6966
const headerLength = 44

const header = (view: DataView, at: number) => {
  const [utcs = 0, standards = 0, leaps = 0, changes = 0, types = 0, characters = 0] = [0, 1, 2, 3, 4, 5].map((index) =>
    view.getUint32(at + 20 + 4 * index)
  )
  const lengthWith = (timeSize: number) =>
    changes * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standards + utcs
  return { changes, types, leaps, lengthWith }
}

/** Whether bytes begin as a compiled zone file does. */
export const isZoneFile = (bytes: Uint8Array): boolean =>
  bytes.length >= 2 * headerLength && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === magic

/**
 * Reads the changes of a compiled zone file (TZif, RFC 9636), version 2 or later. Undefined for a file that is cut short or inconsistent, is of
 * version 1, or counts leap seconds. Pure.
 */
export const readZoneFile = (bytes: Uint8Array): ZoneChanges | undefined => {
  if (!isZoneFile(bytes)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The first block is for readers of 32-bit times.
  const start = headerLength + header(view, 0).lengthWith(4)
  if (view.getUint8(4) < 0x32 || start + headerLength > bytes.length || view.getUint32(start) !== magic)
    return undefined
  const { changes, types, leaps, lengthWith } = header(view, start)
  const times = start + headerLength
  const end = times + lengthWith(8)
  if (leaps > 0 || types === 0 || end > bytes.length) return undefined
  const kinds = times + 8 * changes
  const offsetOf = (kind: number) => (kind < types ? view.getInt32(kinds + changes + 6 * kind) : undefined)
  const indexes = Array.from({ length: changes }, (_, index) => index)
  const instants = indexes.map((index) => Number(view.getBigInt64(times + 8 * index)))
  const offsets = indexes.flatMap((index) => offsetOf(view.getUint8(kinds + index)) ?? [])
  const before = offsetOf(0)
  const isAscending = instants.every((instant, index) => index === 0 || instant > (instants[index - 1] ?? 0))
  if (before === undefined || offsets.length < changes || !isAscending) return undefined
  const footer = new TextDecoder("latin1").decode(bytes.subarray(end)).split("\n")[1] ?? ""
  const rule = footer === "" ? undefined : readPosixRule(footer)
  return footer !== "" && rule === undefined ? undefined : { instants, offsets, before, rule }
}

/** The offset of a zone at an instant, in milliseconds east of UTC. Pure. */
export const offsetByChanges = ({ instants, offsets, before, rule }: ZoneChanges, millis: number): number => {
  const seconds = Math.floor(millis / 1_000)
  let [low, high] = [0, instants.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((instants[middle] ?? 0) <= seconds) low = middle + 1
    else high = middle
  }
  if (low === instants.length && rule !== undefined) return 1_000 * offsetByRule(rule, millis)
  return 1_000 * (low === 0 ? before : (offsets[low - 1] ?? before))
}
