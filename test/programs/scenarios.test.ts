import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { globSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"

const root = join(import.meta.dirname, "../..")

interface Ended {
  readonly code: number
  readonly output: string
  readonly errors: string
  /** What is left in its folder for temporary files. */
  readonly left: ReadonlyArray<string>
}

/** Runs the built program's `test` with a folder of its own for temporary files. */
const test = async (...files: ReadonlyArray<string>): Promise<Ended> => {
  const folder = await mkdtemp(join(tmpdir(), "scenarios-"))
  const env = {
    PATH: process.env["PATH"],
    TMPDIR: folder,
    TZDIR: "/dev/null",
    NODE_COMPILE_CACHE: join(inject("scratch"), "compiled"),
    // Of the service alone: a scenario reaches neither.
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    SMTP_URL: "smtp://127.0.0.1:1"
  }
  const ended = await new Promise<Omit<Ended, "left">>((resolve) => {
    execFile(
      process.execPath,
      [join(root, "dist/main.js"), "test", ...files],
      { env, cwd: root },
      (error, output, errors) =>
        resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, output, errors })
    )
  })
  const left = await readdir(folder)
  await rm(folder, { recursive: true })
  return { ...ended, left }
}

const changed = async (name: string, from: string, to: string): Promise<string> => {
  const text = await readFile(join(root, "docs/scenarios/thank-you.json"), "utf8")
  assert.include(text, from)
  const path = join(inject("scratch"), name)
  await writeFile(path, text.replace(from, to))
  return path
}

describe("scenarios", () => {
  it("of the documentation come out as expected, without a network, and leave no file behind", async () => {
    const files = globSync("docs/scenarios/*.json", { cwd: root }).toSorted()
    assert.isAtLeast(files.length, 3)
    const { code, output, errors, left } = await test(...files)
    assert.deepStrictEqual({ code, errors, left }, { code: 0, errors: "", left: [] }, output)
    assert.deepStrictEqual(
      output
        .trim()
        .split("\n")
        .map((line) => line.split(":", 1)[0]),
      files.map((file) => `ok ${file}`)
    )
  })

  it("show the first difference by its line, and fail; one that can't be read names each line and runs nothing", async () => {
    const other = await changed(
      "other.json",
      '"reason": "email_consent is never_subscribed"',
      '"reason": "quiet hours"'
    )
    const broken = await changed("broken.json", '"total": 120.5', '"total": "much"')
    const { code, output, errors } = await test(other, broken, "docs/scenarios/none.json")
    assert.strictEqual(code, 1)
    assert.include(errors, "3 of 3 failed")
    assert.include(output, `FAILED ${other}`)
    assert.match(output, /other\.json:\d+: message 2 is not as expected:/)
    assert.include(output, "reason: expected quiet hours, found email_consent is never_subscribed")
    assert.match(output, /broken\.json:\d+: calls\.0\.order\.total: Must be a number, zero or more/)
    assert.include(output, "docs/scenarios/none.json:1: Can't be opened")
  })
})
