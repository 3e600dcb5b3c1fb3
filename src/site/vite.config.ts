import { defineConfig } from "vite"

// One classic script without imports, for any browser of the last years: pages of shops load it as it is.
export default defineConfig({
  build: {
    target: "es2020",
    outDir: "../../dist/site",
    emptyOutDir: true,
    copyPublicDir: false,
    lib: { entry: "site.ts", formats: ["iife"], name: "site", fileName: () => "site.js" }
  }
})
