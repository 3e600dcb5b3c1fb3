import { useQuery } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"

const refetchMillis = 5_000

/** The state of a new account's first steps, read again every 5 seconds until all are done. Undefined until it is known. */
export const useFirstSteps = () => {
  const account = useAccount()
  const params = { account }
  const query = { per_page: 1 }
  return useQuery({
    queryKey: ["first-steps", account],
    queryFn: async () => {
      const [orders, tokens, flows, sender, messages] = await Promise.all([
        call((api) => api.orders.list({ params, query })),
        call((api) => api.tokens.list({ params, query })),
        call((api) => api.flows.list({ params, query: { per_page: 100 } })),
        call((api) => api.sender.read({ params })),
        call((api) => api.messages.list({ params, query }))
      ])
      const ordered = orders.data.length > 0
      const state = {
        ordered,
        connected: ordered || tokens.data.length > 0,
        sender: sender.data.missing.length === 0,
        active: flows.data.some(({ status }) => status === "active"),
        messaged: messages.data.length > 0
      }
      const ticks = Object.values(state)
      const paused = flows.data.filter(({ status }) => status !== "active").length
      return { ...state, paused, done: ticks.filter(Boolean).length, total: ticks.length }
    },
    refetchInterval: ({ state: { data } }) => (data?.done === data?.total && data !== undefined ? false : refetchMillis)
  }).data
}
