import { lazy, Suspense, useState, useSyncExternalStore } from "react"
import { pageModule } from "../connection/pageModules.ts"
import { sessionExpired } from "./sessionExpired.ts"

const SessionExpiredDialog = lazy(
  pageModule(() => import("./SessionExpiredDialog.tsx").then((module) => ({ default: module.SessionExpiredDialog })))
)

// Dialogs of the page listen for Escape on the window too, and would close and lose their input. Registered before theirs.
window.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Escape" && sessionExpired.get()) event.stopImmediatePropagation()
  },
  { capture: true }
)

/** Shows the sign-in dialog once a session has expired. The dialog is loaded then, and stays for its closing transition. */
export const SessionExpired = () => {
  const expired = useSyncExternalStore(sessionExpired.subscribe, sessionExpired.get)
  const [wanted, setWanted] = useState(expired)
  if (expired && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense fallback={null}>
        <SessionExpiredDialog />
      </Suspense>
    )
  )
}
