import { useQuery } from "@tanstack/react-query"
import { Navigate } from "@tanstack/react-router"
import { call, isSignedOut } from "../call.ts"
import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import * as words from "../words/accounts.ts"

/** Redirects to the first account of the user, or to the sign-in. */
export const StartPage = () => {
  const accounts = useQuery({
    queryKey: ["accounts"],
    queryFn: () => call((api) => api.accounts.list({ query: {} }), { quiet: true })
  })
  if (isSignedOut(accounts.error)) return <Navigate to="/sign-in" />
  if (accounts.data === undefined && accounts.error !== null)
    return <ErrorAlert error={accounts.error} retry={() => void accounts.refetch()} />
  if (accounts.data === undefined) return <Loading />
  const first = accounts.data.data[0]
  if (first === undefined) return <EmptyState title={words.noAccount}>{words.askForInvitation}</EmptyState>
  return <Navigate to="/a/$account" params={{ account: first.id }} />
}
