import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { defineConfig } from "vite"

const migrations = join(import.meta.dirname, "../migrations")
const steps = readdirSync(migrations)
  .filter((name) => /^\d+_.*\.ts$/.test(name))
  .map((name) => [`migrations/${basename(name, ".ts")}`, join(migrations, name)])

// Bundles the service: loading its modules one by one takes more than half of a start. Chunks are in a folder below `main.js`, from where
// the code resolves `../migrations` and `../dashboard`.
export default defineConfig({
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
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" }
    }
  },
  // The embedded database loads files relative to its code.
  ssr: { noExternal: true, external: ["@electric-sql/pglite"] }
})
