import { useQuery } from "@tanstack/react-query"
import { Navigate } from "@tanstack/react-router"
import { call, isSignedOut } from "../call.ts"
import { Empty, Failure, Loading } from "../components/States.tsx"

/** Where a visit begins: the first account, or the sign-in. */
export const Start = () => {
  const accounts = useQuery({
    queryKey: ["accounts"],
    queryFn: () => call((api) => api.accounts.list({ query: {} }), { quiet: true })
  })
  if (isSignedOut(accounts.error)) return <Navigate to="/sign-in" />
  if (accounts.error !== null) return <Failure error={accounts.error} retry={() => void accounts.refetch()} />
  if (accounts.data === undefined) return <Loading />
  const first = accounts.data.data[0]
  if (first === undefined) return <Empty title="No account">Ask the operator of this service to invite you.</Empty>
  return <Navigate to="/a/$account" params={{ account: first.id }} />
}
