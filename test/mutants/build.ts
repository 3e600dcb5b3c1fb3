import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** One exact piece of a source file, and what takes its place. */
export interface Edit {
  /** Path in `src`. */
  readonly file: string
  readonly from: string
  readonly to: string
}

const root = join(import.meta.dirname, "../..")

/** The text of a source file with the edit; throws unless what it replaces stands there once. */
export const edited = (text: string, { file, from, to }: Edit): string => {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`src/${file} has ${parts.length - 1} times what is to be replaced: ${from}`)
  return parts.join(to)
}

/** Builds the service with its source changed, and files `added` to it, in a folder below `dist`; gives the path of its `main.js`. */
export const buildWith = (
  name: string,
  edits: ReadonlyArray<Edit>,
  added: Readonly<Record<string, string>> = {}
): string => {
  const folder = join(root, "dist/mutants", name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true })
  for (const one of edits) {
    const path = join(folder, "src", one.file)
    writeFileSync(path, edited(readFileSync(path, "utf8"), one))
  }
  for (const [file, path] of Object.entries(added)) cpSync(path, join(folder, "src", file))
  const config = join(root, "src/vite.config.ts")
  const vite = spawnSync(
    join(root, "node_modules/.bin/vite"),
    ["build", join(folder, "src"), "--config", config, "--outDir", "../built", "--logLevel", "error"],
    { encoding: "utf8" }
  )
  if (vite.status !== 0) throw new Error(`${name} does not build: ${`${vite.stdout}${vite.stderr}`.split("\n")[0]}`)
  symlinkSync(join(root, "dist/dashboard"), join(folder, "built/dashboard"))
  return join(folder, "built/main.js")
}
