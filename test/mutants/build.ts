import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** One exact piece of a file, and what takes its place. */
export interface Edit {
  /** Path from `src`. */
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

const folderFor = (name: string): string => {
  const folder = join(root, "dist/mutants", name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

const change = (folder: string, edits: ReadonlyArray<Edit>): void => {
  for (const one of edits) {
    const path = join(folder, "src", one.file)
    writeFileSync(path, edited(readFileSync(path, "utf8"), one))
  }
}

/** Copies the project with its files changed into a folder below `dist`, for tests that read them; gives the path of that folder. */
export const copyWith = (name: string, edits: ReadonlyArray<Edit>): string => {
  const folder = folderFor(name)
  // "data" is what the embedded database of a server that was tried here keeps.
  for (const one of readdirSync(root))
    if (!["node_modules", "dist", ".git", "data"].includes(one))
      cpSync(join(root, one), join(folder, one), { recursive: true })
  change(folder, edits)
  return folder
}

/** Builds the service with its source changed in a folder below `dist`; gives the path of its `main.js`. */
export const buildWith = (name: string, edits: ReadonlyArray<Edit>): string => {
  const folder = folderFor(name)
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true })
  change(folder, edits)
  const build = (...options: ReadonlyArray<string>) => {
    const vite = spawnSync(join(root, "node_modules/.bin/vite"), ["build", ...options, "--logLevel", "error"], {
      encoding: "utf8"
    })
    if (vite.status !== 0) throw new Error(`${name} does not build: ${`${vite.stdout}${vite.stderr}`.split("\n")[0]}`)
  }
  build(join(folder, "src"), "--config", join(root, "src/vite.config.ts"), "--outDir", "../built")
  const changesDashboard = edits.some(({ file }) => file.startsWith("dashboard/"))
  // It is put where its configuration says, seen from there.
  if (changesDashboard) build(join(folder, "src/dashboard"), "--config", join(folder, "src/dashboard/vite.config.ts"))
  symlinkSync(join(changesDashboard ? folder : root, "dist/dashboard"), join(folder, "built/dashboard"))
  return join(folder, "built/main.js")
}
