import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { defineConfig, type Plugin } from "vite"

const migrations = join(import.meta.dirname, "../migrations")
const steps = readdirSync(migrations)
  .filter((name) => /^\d+_.*\.ts$/.test(name))
  .map((name) => [`migrations/${basename(name, ".ts")}`, join(migrations, name)])

// V8 keeps the source of loaded code, with two bytes for each character when any is beyond Latin-1. A character means the same escaped, in strings,
// templates, regular expressions and names.
const escapes: Plugin = {
  name: "escapes",
  generateBundle: (_options, bundle) => {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === "chunk")
        chunk.code = chunk.code.replaceAll(
          /[^\0-\x7F]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
        )
    }
  }
}

// Bundles the service: loading its modules one by one takes more than half of a start. Chunks are in a folder below `main.js`, from where
// the code resolves `../migrations` and `../dashboard`.
export default defineConfig({
  plugins: [escapes],
  build: {
    ssr: true,
    target: "node22",
    minify: false,
    outDir: "../dist",
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: {
      // The embedded database and long templates have threads of their own.
      input: {
        main: "main.ts",
        distribute: "distribute.ts",
        databaseThread: "store/embedded/databaseThread.ts",
        renderWorker: "outbound/templates/renderWorker.ts",
        ...Object.fromEntries(steps)
      },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name].js",
        comments: { legal: true, annotation: false, jsdoc: false }
      },
      experimental: { attachDebugInfo: "none" }
    }
  },
  // The embedded database loads files relative to its code.
  ssr: { noExternal: true, external: ["@electric-sql/pglite"] }
})
