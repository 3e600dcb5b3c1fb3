import { useQuery } from "@tanstack/react-query"
import type { Language } from "../../domain/languages/Language.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { useAccountLanguage } from "../content/useAccountLanguage.ts"

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
  const ofAccount = useAccountLanguage()
  return ofAccount === null ? "en" : ofAccount
}
