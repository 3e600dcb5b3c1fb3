import { useQuery } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"

/** The hook addresses and the signing secret of the account, with the parameters and the query key of their changes. */
export const useHooks = () => {
  const account = useAccount()
  const params = { account }
  const queryKey = ["hooks", account]
  const hooks = useQuery({ queryKey, queryFn: () => call((api) => api.hooks.read({ params })) })
  return { hooks, params, queryKey }
}
