import { useQuery } from "@tanstack/react-query"
import type { Language } from "../../domain/languages/Language.ts"
import { countryLanguage } from "../../domain/languages/countryLanguage.ts"
import { languageOfAccount } from "../../domain/languages/messageWords.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"

const names = new Intl.DisplayNames(["en"], { type: "language" })

/** The name of a language in English. */
export const languageName = (language: Language): string => names.of(language) ?? language

/** The topics of the account of the route. */
export const useTopics = () => {
  const account = useAccount()
  return useQuery({
    queryKey: ["topics", account],
    queryFn: () => call((api) => api.topics.list({ params: { account } }))
  })
}

/** The language in which each topic must have a name; undefined until it is known. */
export const useOwnLanguage = (): Language | undefined => {
  const account = useAccount()
  const { data } = useQuery({
    queryKey: ["account", account],
    queryFn: () => call((api) => api.accounts.read({ params: { account } }))
  })
  if (data === undefined) return undefined
  const { language, default_country } = data.data
  return languageOfAccount({ language, countryLanguage: countryLanguage(default_country) ?? "" }) ?? "en"
}
