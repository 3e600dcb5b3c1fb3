import { useQuery } from "@tanstack/react-query"
import { countryLanguage } from "../../domain/languages/countryLanguage.ts"
import type { Language } from "../../domain/languages/Language.ts"
import { languageOfAccount } from "../../domain/languages/messageWords.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"

/** The language of the account; null for an account without one, undefined until it is known. */
export const useAccountLanguage = (): Language | null | undefined => {
  const account = useAccount()
  const { data } = useQuery({
    queryKey: ["account", account],
    queryFn: () => call((api) => api.accounts.read({ params: { account } }))
  })
  if (data === undefined) return undefined
  const { language, default_country } = data.data
  return languageOfAccount({ language, countryLanguage: countryLanguage(default_country) ?? "" })
}
