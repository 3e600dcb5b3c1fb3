import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { defineConfig } from "vite"

const migrations = join(import.meta.dirname, "../migrations")
const steps = readdirSync(migrations)
  .filter((name) => /^\d+_.*\.ts$/.test(name))
  .map((name) => [`migrations/${basename(name, ".ts")}`, join(migrations, name)])

// The service in few files: some 1,700 modules, one by one, are more than half of what a start takes. `chunks` is one level
// below `main.js`, which is where the code looks for `migrations` and `dashboard` from.
export default defineConfig({
  build: {
    ssr: true,
    target: "node22",
    minify: false,
    outDir: "../dist",
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: {
      input: { main: "main.ts", ...Object.fromEntries(steps) },
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" }
    }
  },
  // The embedded database loads files that lie beside its code.
  ssr: { noExternal: true, external: ["@electric-sql/pglite"] }
})
