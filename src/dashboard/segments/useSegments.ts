import { useQuery } from "@tanstack/react-query"
import { quotas } from "../../domain/capacity/quotas.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"

const perPage = 100

/** All segments of the account, by name; undefined until they are known. */
export const useSegments = () => {
  const account = useAccount()
  return useQuery({
    queryKey: ["segments", account, "all"],
    queryFn: async () => {
      const pages = Array.from({ length: quotas.segments.max / perPage }, (_, at) =>
        call((api) => api.segments.list({ params: { account }, query: { page: at + 1, per_page: perPage } }))
      )
      return (await Promise.all(pages)).flatMap(({ data }) => data)
    }
  }).data
}
