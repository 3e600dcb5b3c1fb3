import type { router } from "./router.tsx"

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The e-mail input of the sign-in, carried over to the reset form. */
    readonly email?: string
    /** The cursors of the pages before the page of a list, the first as "". */
    readonly cursorsBefore?: ReadonlyArray<string>
  }
}
