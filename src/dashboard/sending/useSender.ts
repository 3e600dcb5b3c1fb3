import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"

const keyOf = (account: string) => ["sender", account]

/** The sender of the account. */
export const useSender = () => {
  const account = useAccount()
  return useQuery({
    queryKey: keyOf(account),
    queryFn: () => call((api) => api.sender.get({ params: { account } }))
  })
}

/** Puts the sender that a change answered with in place of the one that was read. */
export const useSetSender = () => {
  const account = useAccount()
  const queries = useQueryClient()
  return (sender: NonNullable<ReturnType<typeof useSender>["data"]>) => queries.setQueryData(keyOf(account), sender)
}
