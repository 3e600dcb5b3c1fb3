import { useQuery } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { type Suggested, type Suggestions, suggestionsOf } from "./suggestions.ts"

const freshMillis = 5 * 60_000

/** The values that contacts, products, orders and events of the account have, most frequent first; none until they are known, or where they cannot be read. */
export const useContactValues = (suggested: Suggested): Suggestions => {
  const account = useAccount()
  const { data } = useQuery({
    queryKey: ["contactValues", account],
    queryFn: () => call((api) => api.manyContacts.values({ params: { account } })),
    staleTime: freshMillis
  })
  return suggestionsOf(data?.data, suggested)
}
