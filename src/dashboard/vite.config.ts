import react from "@vitejs/plugin-react"
import { fileURLToPath } from "node:url"
import { defineConfig, type Plugin } from "vite"

const here = fileURLToPath(new URL(".", import.meta.url))

// Only the reference at `/docs` shows these texts, which the service makes. In the dashboard they would be part of its first load.
const withoutReferenceTexts: Plugin = {
  name: "without-reference-texts",
  enforce: "pre",
  transform: (code, id) =>
    /\/src\/(?:api|domain)\//.test(id)
      ? code
          .replace(/\.annotate\(\s*OpenApi\.(?:Summary|Description),\s*"(?:[^"\\\n]|\\.)*"\s*\)/g, "")
          .replace(/\.annotate\(\{\s*description:\s*"(?:[^"\\\n]|\\.)*"\s*\}\)/g, "")
      : undefined
}

// Mantine's ScrollArea takes one hook of floating-ui, whose only module has all that menus and popovers need, and would be part of the first load.
const withoutFloatingUi: Plugin = {
  name: "without-floating-ui",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("/ScrollArea/ScrollArea.mjs")
      ? code.replace('from "@floating-ui/react"', `from "${here}components/mergeRefs.ts"`)
      : undefined
}

export default defineConfig({
  root: here,
  base: "/dashboard/",
  plugins: [withoutReferenceTexts, withoutFloatingUi, react()],
  build: {
    outDir: `${here}../../dist/dashboard`,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // In kB. Charts and the editor of mail are loaded when they are opened; test/browser/firstLoad.test.ts weighs what each page loads first.
    chunkSizeWarningLimit: 1000,
    assetsInlineLimit: 0
  },
  server: { proxy: { "/dashboard/api": "http://127.0.0.1:3000" } }
})
