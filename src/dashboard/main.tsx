import "@mantine/core/styles.css"
import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { isNotFound } from "./call.ts"
import { SessionEnded } from "./layout/SessionEnded.tsx"
import { router } from "./router.tsx"
import { readableGrey, styleNonce, theme } from "./theme.ts"

// What keeps the page from scrolling behind a dialog adds a style element, and takes its nonce from here.
Reflect.set(globalThis, "__webpack_nonce__", styleNonce())

const retry = (failures: number, error: Error) => failures < 1 && !isNotFound(error)
const queries = new QueryClient({ defaultOptions: { queries: { retry, staleTime: 5_000 } } })
const root = document.getElementById("root")

if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
        cssVariablesResolver={readableGrey}
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <SessionEnded />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
