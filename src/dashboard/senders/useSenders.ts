import { useQuery } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"

/** The further senders of the account of the route. */
export const useSenders = () => {
  const account = useAccount()
  return useQuery({
    queryKey: ["senders", account],
    queryFn: () => call((api) => api.senders.list({ params: { account } }))
  })
}
