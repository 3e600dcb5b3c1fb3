import { useQuery } from "@tanstack/react-query"
import { Context } from "effect"
import { HttpApi } from "effect/http-api"
import { RequiredRole } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { type AccountRole, type CallerRole, mayCall } from "../../domain/accounts/AccountRole.ts"
import { call, type Client } from "../call.ts"
import { useAccount } from "./useAccount.ts"

const requiredRoles = new Map<string, CallerRole | null>()
HttpApi.reflect(DashboardApi, {
  onGroup: () => {},
  onEndpoint: ({ group, endpoint }) =>
    requiredRoles.set(`${group.identifier}.${endpoint.identifier}`, Context.get(endpoint.annotations, RequiredRole))
})

/** The user's role in the account of the route; undefined until it is known. */
const useRole = (): AccountRole | undefined => {
  const account = useAccount()
  return useQuery({
    queryKey: ["account", account],
    queryFn: () => call((api) => api.accounts.read({ params: { account } })),
    enabled: account !== ""
  }).data?.data.role
}

/** Whether the user may make a call of the API, by the role that its declaration names; false until the user's role is known. */
export const useMay = <G extends keyof Client & string>(group: G, endpoint: keyof Client[G] & string): boolean => {
  const held = useRole()
  const required = requiredRoles.get(`${group}.${endpoint}`) ?? null
  return held !== undefined && required !== null && mayCall(held, required)
}
