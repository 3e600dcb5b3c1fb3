import react from "@vitejs/plugin-react"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vite"

const here = fileURLToPath(new URL(".", import.meta.url))

export default defineConfig({
  root: here,
  base: "/dashboard/",
  plugins: [react()],
  build: {
    outDir: `${here}../../dist/dashboard`,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0
  },
  server: { proxy: { "/dashboard/api": "http://127.0.0.1:3000" } }
})
