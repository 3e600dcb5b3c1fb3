import { useQuery } from "@tanstack/react-query"
import type { ContactValues, ValueKind } from "../../domain/contacts/ContactValues.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import * as words from "../words/pickers.ts"

const freshMillis = 5 * 60_000

/** Values that contacts have, and how many have each in words. */
export interface Suggestions {
  readonly values: ReadonlyArray<string>
  /** Undefined for a value that none of the contacts read has. */
  readonly countOf: (value: string) => string | undefined
}

const suggestionsOf = (used: ContactValues | undefined, kind: ValueKind): Suggestions => {
  if (used === undefined) return { values: [], countOf: () => undefined }
  const counts = new Map(used[kind].map(({ value, contacts }) => [value, contacts]))
  return {
    values: [...counts.keys()],
    countOf: (value) => {
      const count = counts.get(value)
      return count === undefined ? undefined : words.contacts(count, used.read < used.total)
    }
  }
}

/** The values that contacts of the account have, most frequent first; none until they are known, or where they cannot be read. */
export const useContactValues = (kind: ValueKind): Suggestions => {
  const account = useAccount()
  const { data } = useQuery({
    queryKey: ["contactValues", account],
    queryFn: () => call((api) => api.manyContacts.values({ params: { account } })),
    staleTime: freshMillis
  })
  return suggestionsOf(data?.data, kind)
}
