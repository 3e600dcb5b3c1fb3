import { useQuery } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { useMay } from "../accounts/useMay.ts"
import { call } from "../call.ts"

/** The hook addresses and the signing secret of the account, which its owners may read, with the parameters and the query key of their changes. */
export const useHooks = () => {
  const account = useAccount()
  const params = { account }
  const queryKey = ["hooks", account]
  const mayRead = useMay("hooks", "read")
  const hooks = useQuery({
    queryKey,
    queryFn: () => call((api) => api.hooks.read({ params })),
    enabled: mayRead
  })
  return { hooks, params, queryKey, mayRead }
}
