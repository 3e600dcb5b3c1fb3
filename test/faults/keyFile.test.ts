import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { embedded, emptyDirectory, type Settings } from "../support/database/databases.ts"
import { launch, refusedStart, startServer } from "../support/faults/processes.ts"
import { eventually } from "../support/faults/eventually.ts"

const pathOf = (settings: Settings) => join(settings["DATA_DIR"] ?? "", "encryption.key")
const keyOf = (settings: Settings) => Effect.promise(() => readFile(pathOf(settings), "utf8"))
const writeKey = (settings: Settings, text: string) => Effect.promise(() => writeFile(pathOf(settings), text))

/** Kills a start with SIGKILL once its directory has the given content. */
const killedOnce = Effect.fnUntraced(function* (settings: Settings, name: string) {
  const server = yield* launch(settings)
  yield* eventually(Effect.sync(() => existsSync(join(settings["DATA_DIR"] ?? "", name))))
  yield* server.end("SIGKILL")
})

describe("the key of an embedded database", () => {
  it.live("is refused when empty or truncated, with one line on its format, and is left unchanged", () =>
    Effect.gen(function* () {
      const settings = yield* embedded
      for (const text of ["", "a".repeat(42), `${"a".repeat(43)}\n`]) {
        yield* writeKey(settings, text)
        const { code, output } = yield* refusedStart(settings)
        assert.strictEqual(code, 1)
        assert.match(output, /^[^\n]*encryption\.key must hold 43 characters[^\n]*\n$/, JSON.stringify(text))
        assert.strictEqual(yield* keyOf(settings), text)
      }
    })
  )

  it.live("is never replaced beside a database that needs it; ENCRYPTION_KEY can stand in", () =>
    Effect.gen(function* () {
      const settings = yield* embedded
      yield* Effect.promise(() => rm(pathOf(settings), { force: true }))
      const { code, output } = yield* refusedStart(settings)
      assert.strictEqual(code, 1)
      assert.match(output, /^[^\n]*encryption\.key is missing[^\n]*\n$/)
      assert.isFalse(existsSync(pathOf(settings)))
      yield* startServer({ ...settings, ENCRYPTION_KEY: "ab".repeat(32) })
      assert.isFalse(existsSync(pathOf(settings)))
    })
  )

  it.live("is complete before the database is created, and survives a killed first start", () =>
    Effect.gen(function* () {
      const settings = yield* emptyDirectory
      yield* killedOnce(settings, "database.new")
      const key = yield* keyOf(settings)
      assert.match(key, /^[\w-]{43}$/)
      yield* killedOnce(settings, "database")
      yield* startServer(settings)
      assert.strictEqual(yield* keyOf(settings), key)
    })
  )

  it.live("left half written by a first start is written again", () =>
    Effect.gen(function* () {
      const settings = yield* emptyDirectory
      yield* killedOnce(settings, "lock")
      for (const name of ["encryption.key", "database", "database.new"])
        yield* Effect.promise(() => rm(join(settings["DATA_DIR"] ?? "", name), { recursive: true, force: true }))
      yield* Effect.promise(() => writeFile(`${pathOf(settings)}.new`, "half"))
      yield* startServer(settings)
      assert.match(yield* keyOf(settings), /^[\w-]{43}$/)
      assert.isFalse(existsSync(`${pathOf(settings)}.new`))
    })
  )
})

describe("ENCRYPTION_KEY", () => {
  it.live("is refused when it is too short, with one line on its format", () =>
    Effect.gen(function* () {
      const settings = yield* embedded
      for (const key of ["a".repeat(31), " ".repeat(40)]) {
        const { code, output } = yield* refusedStart({ ...settings, ENCRYPTION_KEY: key })
        assert.strictEqual(code, 1)
        assert.match(output, /^ENCRYPTION_KEY must have at least 32 characters[^\n]*\n$/)
      }
    })
  )
})
