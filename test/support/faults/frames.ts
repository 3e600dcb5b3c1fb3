/** A message of a PostgreSQL client. */
interface Frame {
  readonly bytes: Buffer
  /** The SQL that this message executes. */
  readonly statement: string | null
  /** The SQL that this message prepares by name. */
  readonly prepared: string | null
}

const startup = 196_608
const textAt = (bytes: Buffer, from: number): string => bytes.toString("utf8", from, bytes.indexOf(0, from))

/** Splits the bytes of one client connection into messages, for any chunking. */
export const frameDecoder = (): ((chunk: Buffer) => ReadonlyArray<Frame>) => {
  const preparedStatements = new Map<string, string>()
  let rest: Buffer = Buffer.alloc(0)
  let [started, bound] = [false, ""]

  const statementOf = (bytes: Buffer): string | null => {
    switch (bytes.toString("latin1", 0, 1)) {
      case "Q":
        return textAt(bytes, 5)
      case "P": {
        const name = textAt(bytes, 5)
        preparedStatements.set(name, textAt(bytes, 5 + Buffer.byteLength(name) + 1))
        return null
      }
      case "B":
        bound = preparedStatements.get(textAt(bytes, 5 + Buffer.byteLength(textAt(bytes, 5)) + 1)) ?? ""
        return null
      case "E":
        return bound
      default:
        return null
    }
  }

  const preparedBy = (bytes: Buffer): string | null => {
    const name = bytes.toString("latin1", 0, 1) === "P" ? textAt(bytes, 5) : ""
    return name === "" ? null : (preparedStatements.get(name) ?? null)
  }

  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const found: Array<Frame> = []
    for (;;) {
      const head = started ? 1 : 0
      if (rest.length < head + 4) return found
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return found
      const bytes = rest.subarray(0, length)
      rest = rest.subarray(length)
      if (started) found.push({ bytes, statement: statementOf(bytes), prepared: preparedBy(bytes) })
      else {
        started = bytes.readInt32BE(4) === startup
        found.push({ bytes, statement: null, prepared: null })
      }
    }
  }
}

// Session-level locks only distribute runs among processes; work uses transaction-level locks.
const shards = /pg_(?:try_advisory_lock|advisory_unlock)/

/**
 * Tells work statements from polling ones, for one connection. COMMIT is work when an earlier statement of its transaction
 * was. A stop before BEGIN or before a polling statement is equivalent to one after the previous statement.
 */
export const workDetector = (idle: () => ReadonlySet<string>): ((statement: string) => boolean) => {
  let worked = false
  return (statement) => {
    if (statement === "BEGIN") worked = false
    const work =
      statement === "COMMIT" ? worked : statement !== "BEGIN" && !shards.test(statement) && !idle().has(statement)
    worked ||= work
    return work
  }
}

/** Whether a statement is at the position: the n-th, or one that contains the text. */
export const isStatementAt = (at: number | string, count: number, statement: string): boolean =>
  typeof at === "number" ? count === at : statement.includes(at)
