import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { ListedTemplate, TemplateKind } from "../../domain/templates/SavedTemplate.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"

const allOf = async (account: string, kind: TemplateKind): Promise<ReadonlyArray<ListedTemplate>> => {
  const read = (page: number) =>
    call((api) => api.templates.list({ params: { account }, query: { kind, page, per_page: 100 } }))
  const first = await read(1)
  const more = first.pagination.total_pages > 1 ? (await read(2)).data : []
  return [...first.data, ...more]
}

/** The templates of a kind that the account saved, by name. An account has at most two pages of them. */
export const useSavedTemplates = (kind: TemplateKind) => {
  const account = useAccount()
  return useQuery({ queryKey: ["templates", account, kind], queryFn: () => allOf(account, kind) })
}

/** A saved template with its content; nothing is read without an id. */
export const useSavedTemplate = (id: string | undefined) => {
  const account = useAccount()
  return useQuery({
    queryKey: ["templates", account, "one", id],
    enabled: id !== undefined,
    queryFn: async () => (await call((api) => api.templates.get({ params: { account, id: id ?? "" } }))).data
  })
}

/** Reads the lists of templates again, after one was changed. */
export const useTemplatesChanged = () => {
  const account = useAccount()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ["templates", account] })
}
