import "@mantine/core/styles.css"
import "./fonts.css"
import { MantineProvider } from "@mantine/core"
import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { serverAway } from "./connection/connection.ts"
import { showFailure, Toasts } from "./connection/Toasts.tsx"
import { SessionExpired } from "./accounts/SessionExpired.tsx"
import { keepFocusOfBusyControls } from "./focusOfBusyControls.ts"
import { retryOnce } from "./retryOnce.ts"
import { router } from "./router.tsx"
import { cssVariables, styleNonce, theme } from "./theme.ts"

// react-remove-scroll, behind dialogs, reads the nonce of its style element from this global.
Reflect.set(globalThis, "__webpack_nonce__", styleNonce())

// Dialogs and pages show the errors of their own forms; `meta.toast` is for actions without a place for an error.
const mutationCache = new MutationCache({
  onError: (error, _variables, _context, { meta }) => {
    if (meta?.["toast"] === true || serverAway.get()) showFailure(error)
  }
})
// Calls fail at once without a connection: paused ones would leave an action without any answer.
const networkMode = "always"
const queries = new QueryClient({
  mutationCache,
  defaultOptions: { queries: { retry: retryOnce, staleTime: 5_000, networkMode }, mutations: { networkMode } }
})
const root = document.getElementById("root")

keepFocusOfBusyControls()

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
          <SessionExpired />
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
