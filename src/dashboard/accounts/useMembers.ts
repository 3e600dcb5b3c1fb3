import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { useAccount } from "./useAccount.ts"

/** The members of the account, at most 100; owners of a parent account are not listed in its subaccounts. */
export const useMembers = () => {
  const account = useAccount()
  return useQuery({
    queryKey: ["members", account],
    queryFn: () => call((api) => api.members.list({ params: { account }, query: { per_page: 100 } }))
  }).data?.data
}
