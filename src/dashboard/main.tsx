import "@mantine/core/styles.css"
import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { isNotFound } from "./call.ts"
import { SessionExpiredDialog } from "./accounts/SessionExpiredDialog.tsx"
import { router } from "./router.tsx"
import { cssVariables, styleNonce, theme } from "./theme.ts"

// react-remove-scroll, behind dialogs, reads the nonce of its style element from this global.
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
        cssVariablesResolver={cssVariables}
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <SessionExpiredDialog />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
