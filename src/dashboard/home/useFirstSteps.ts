import { useQuery } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"

const refetchMillis = 5_000

const reachedServer: ReadonlySet<string> = new Set(["sent", "delivered", "clicked"])

/** The state of a new account's first steps, read again every 5 seconds until all are done. Undefined until it is known. */
export const useFirstSteps = () => {
  const account = useAccount()
  const params = { account }
  const query = { per_page: 1 }
  return useQuery({
    queryKey: ["first-steps", account],
    queryFn: async () => {
      const [orders, stores, flows, sender, messages] = await Promise.all([
        call((api) => api.orders.list({ params, query })),
        call((api) => api.integrations.list({ params, query: { per_page: 100 } })),
        call((api) => api.flows.list({ params, query: { per_page: 100 } })),
        call((api) => api.sender.get({ params })),
        call((api) => api.messages.list({ params, query: { per_page: 100 } }))
      ])
      const state = {
        connected: stores.data.some(
          ({ active, kind, last_webhook_at }) => active && (kind === "custom" || last_webhook_at !== null)
        ),
        ordered: orders.data.length > 0,
        sender: sender.data.missing.length === 0 && sender.data.sending.status === "sending",
        active: flows.data.some(({ status }) => status === "active"),
        messaged: messages.data.some(({ status }) => reachedServer.has(status))
      }
      const ticks = Object.values(state)
      const paused = flows.data.filter(({ status }) => status !== "active").length
      return { ...state, paused, done: ticks.filter(Boolean).length, total: ticks.length }
    },
    refetchInterval: ({ state: { data } }) => (data?.done === data?.total && data !== undefined ? false : refetchMillis)
  }).data
}
