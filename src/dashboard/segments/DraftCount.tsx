import { Text } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { Conditions } from "../../domain/conditions/Condition.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issuesOf } from "../call.ts"
import * as words from "../words/segments.ts"

/** The number of contacts that match conditions as they are written. */
export const DraftCount = ({ conditions }: { readonly conditions: Conditions }) => {
  const account = useAccount()
  const [settled] = useDebouncedValue(conditions, 400)
  const count = useQuery({
    queryKey: ["segments", account, "draft", settled],
    queryFn: () => call((api) => api.segments.countDraft({ params: { account }, payload: { conditions: settled } })),
    placeholderData: keepPreviousData,
    retry: false
  })
  const text = count.isError
    ? issuesOf(count.error).length > 0
      ? words.completeToCount
      : words.couldNotCount
    : count.data === undefined
      ? words.counting
      : words.matchNow(count.data.data.count)
  return (
    <Text size="sm" fw={500} role="status">
      {text}
    </Text>
  )
}
