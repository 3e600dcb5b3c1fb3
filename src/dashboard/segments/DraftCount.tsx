import { Button, Group, Text } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { hashKey, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Conditions } from "../../domain/conditions/Condition.ts"
import type { SegmentCount } from "../../domain/segments/Segment.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issuesOf } from "../call.ts"
import { showTime } from "../format.ts"
import { presentData, untilCounted } from "../untilCounted.ts"
import * as common from "../words/common.ts"
import * as words from "../words/segments.ts"

/** The number of contacts that match conditions as they are written: now, or as of when they were counted, where counting takes long. */
export const DraftCount = ({ conditions }: { readonly conditions: Conditions }) => {
  const account = useAccount()
  const [settled] = useDebouncedValue(conditions, 400)
  const key = ["segments", account, "draft", settled]
  const of = hashKey(key)
  const [again, setAgain] = useState<{ readonly of: string; readonly after: SegmentCount["counted_at"] }>()
  const after = again?.of === of ? again.after : null
  const query = after === null ? {} : { counted_after: after }
  const count = useQuery({
    queryKey: [...key, after],
    queryFn: () =>
      call((api) => api.segments.countDraft({ params: { account }, query, payload: { conditions: settled } })),
    // A count that took minutes is kept only while the same conditions are counted again.
    placeholderData: (previous, query) =>
      previous?.data.counted_at === null || (query !== undefined && hashKey(query.queryKey.slice(0, -1)) === of)
        ? previous
        : undefined,
    ...untilCounted
  })
  const isAgain = count.isPlaceholderData && count.data.data.counted_at !== null
  const found = (isAgain ? count.data : presentData(count))?.data
  const counted_at = found?.counted_at ?? null
  const text = count.isError
    ? issuesOf(count.error).length > 0
      ? words.completeToCount
      : common.couldNotCount
    : found === undefined
      ? count.failureCount === 0
        ? common.counting
        : common.notCountedYet
      : counted_at === null
        ? words.matchNow(found.count)
        : words.matchedAt(found.count, showTime(counted_at))
  return (
    <Group>
      <Text size="sm" fw={500} role="status">
        {text}
      </Text>
      {counted_at !== null && !count.isError && (
        <Button
          size="xs"
          variant="default"
          loading={count.isFetching}
          onClick={() => setAgain({ of, after: counted_at })}
        >
          {words.countAgain}
        </Button>
      )}
    </Group>
  )
}
