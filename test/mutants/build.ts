import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")

const folderFor = (name: string): string => {
  const folder = join(root, "dist/mutants", name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

const change = (folder: string, files: ReadonlyMap<string, string>): void => {
  for (const [path, text] of files) writeFileSync(join(folder, "src", path), text)
}

/** Copies the project with its files changed into a folder below `dist`, for tests that read them; gives the path of that folder. */
export const copyWith = (name: string, files: ReadonlyMap<string, string>): string => {
  const folder = folderFor(name)
  // "data" is what the embedded database of a server that was tried here keeps.
  for (const one of readdirSync(root))
    if (!["node_modules", "dist", ".git", "data"].includes(one))
      cpSync(join(root, one), join(folder, one), { recursive: true })
  change(folder, files)
  return folder
}

/** Builds the service with its source changed in a folder below `dist`; gives the path of its `main.js`. */
export const buildWith = (name: string, files: ReadonlyMap<string, string>): string => {
  const folder = folderFor(name)
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true })
  change(folder, files)
  const build = (...options: ReadonlyArray<string>) => {
    const vite = spawnSync(join(root, "node_modules/.bin/vite"), ["build", ...options, "--logLevel", "error"], {
      encoding: "utf8"
    })
    if (vite.status !== 0) throw new Error(`${name} does not build: ${`${vite.stdout}${vite.stderr}`.split("\n")[0]}`)
  }
  build(join(folder, "src"), "--config", join(root, "src/vite.config.ts"), "--outDir", "../built")
  const changesDashboard = [...files.keys()].some((path) => path.startsWith("dashboard/"))
  // It is put where its configuration says, seen from there.
  if (changesDashboard) build(join(folder, "src/dashboard"), "--config", join(folder, "src/dashboard/vite.config.ts"))
  symlinkSync(join(changesDashboard ? folder : root, "dist/dashboard"), join(folder, "built/dashboard"))
  return join(folder, "built/main.js")
}
