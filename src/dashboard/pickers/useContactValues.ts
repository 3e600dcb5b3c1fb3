import { useQuery } from "@tanstack/react-query"
import type { ContactValues, ValueKind } from "../../domain/contacts/ContactValues.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import * as words from "../words/pickers.ts"

/** The kinds of values that are suggested. */
export type SuggestedKind = ValueKind | "event_types"

const freshMillis = 5 * 60_000

/** Values that contacts have, or types of events, and how many there are of each in words. */
export interface Suggestions {
  readonly values: ReadonlyArray<string>
  /** Undefined for a value that none was read of. */
  readonly countOf: (value: string) => string | undefined
}

/** The counts of a kind of values in words. */
const countsOf = (used: ContactValues, kind: SuggestedKind): ReadonlyMap<string, string> =>
  kind === "event_types"
    ? new Map(used.event_types.map(({ value, events }) => [value, words.events(events)]))
    : new Map(used[kind].map(({ value, contacts }) => [value, words.contacts(contacts, used.read < used.total)]))

const suggestionsOf = (used: ContactValues | undefined, kind: SuggestedKind): Suggestions => {
  if (used === undefined) return { values: [], countOf: () => undefined }
  const counts = countsOf(used, kind)
  return { values: [...counts.keys()], countOf: (value) => counts.get(value) }
}

/** The values that contacts of the account have, most frequent first; none until they are known, or where they cannot be read. */
export const useContactValues = (kind: SuggestedKind): Suggestions => {
  const account = useAccount()
  const { data } = useQuery({
    queryKey: ["contactValues", account],
    queryFn: () => call((api) => api.manyContacts.values({ params: { account } })),
    staleTime: freshMillis
  })
  return suggestionsOf(data?.data, kind)
}
