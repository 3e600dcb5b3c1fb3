import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { NamedListQuery } from "../../domain/lists/Page.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"

/** A page of the media library, newest first. */
export const useMedia = ({ page = 1, search = "" }: Pick<NamedListQuery, "page" | "search">) => {
  const account = useAccount()
  const query = { page, ...(search === "" ? {} : { search }) }
  return useQuery({
    queryKey: ["media", account, query],
    queryFn: () => call((api) => api.media.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
}
