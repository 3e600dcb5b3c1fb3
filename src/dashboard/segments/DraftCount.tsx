import { Button, Group, Text } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Conditions } from "../../domain/conditions/Condition.ts"
import type { SegmentCount } from "../../domain/segments/Segment.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issuesOf } from "../call.ts"
import { showTime } from "../format.ts"
import { untilCounted } from "../untilCounted.ts"
import * as words from "../words/segments.ts"

/** The number of contacts that match conditions as they are written: now, or as of when they were counted, where counting takes long. */
export const DraftCount = ({ conditions }: { readonly conditions: Conditions }) => {
  const account = useAccount()
  const [settled] = useDebouncedValue(conditions, 400)
  const [after, setAfter] = useState<NonNullable<SegmentCount["counted_at"]>>()
  const query = after === undefined ? {} : { counted_after: after }
  const count = useQuery({
    queryKey: ["segments", account, "draft", settled, after],
    queryFn: () =>
      call((api) => api.segments.countDraft({ params: { account }, query, payload: { conditions: settled } })),
    placeholderData: keepPreviousData,
    ...untilCounted
  })
  const found = count.data?.data
  const counted_at = found?.counted_at ?? null
  const text = count.isError
    ? issuesOf(count.error).length > 0
      ? words.completeToCount
      : words.couldNotCount
    : found === undefined
      ? count.failureCount === 0
        ? words.counting
        : words.notCountedYet
      : counted_at === null
        ? words.matchNow(found.count)
        : words.matchedAt(found.count, showTime(counted_at))
  return (
    <Group>
      <Text size="sm" fw={500} role="status">
        {text}
      </Text>
      {counted_at !== null && !count.isError && (
        <Button size="xs" variant="default" loading={count.isFetching} onClick={() => setAfter(counted_at)}>
          {words.countAgain}
        </Button>
      )}
    </Group>
  )
}
