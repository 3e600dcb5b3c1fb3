import { Button, Center, Group, Stack, Text, ThemeIcon } from "@mantine/core"
import { useInfiniteQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { Icon } from "../components/Icon.tsx"
import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { timelineEntry } from "./timelineEntry.tsx"
import * as words from "../words/contacts/contacts.ts"

/** The timeline of a contact, newest first, in pages that a button loads. */
export const ContactTimeline = ({ contact_id }: { readonly contact_id: string }) => {
  const account = useAccount()
  const timeline = useInfiniteQuery({
    queryKey: ["contacts", account, contact_id, "timeline"],
    queryFn: ({ pageParam }) =>
      call((api) =>
        api.contacts.timeline({
          params: { account, id: contact_id },
          query: { per_page: 25, ...(pageParam === "" ? {} : { cursor: pageParam }) }
        })
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor
  })
  if (timeline.data === undefined && timeline.error !== null)
    return <ErrorAlert error={timeline.error} retry={() => void timeline.refetch()} />
  if (timeline.data === undefined) return <Loading />
  const items = timeline.data.pages.flatMap(({ data }) => data)
  if (items.length === 0) {
    return <EmptyState title={words.noActivityYet}>{words.whatAppearsInTimeline}</EmptyState>
  }
  return (
    <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: "none" }} aria-label={words.timeline}>
      {items.map(({ id, at, happening }) => {
        const { icon, title, details } = timelineEntry(account, happening)
        return (
          <Group key={id} component="li" gap="sm" wrap="nowrap" align="flex-start">
            <ThemeIcon variant="default" radius="xl" size="md" aria-hidden>
              <Icon name={icon} size={15} />
            </ThemeIcon>
            <div style={{ minWidth: 0, flex: 1 }}>
              <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
                {title}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {[details, showTime(at)].filter((text) => text !== null && text !== "").join(" · ")}
              </Text>
            </div>
          </Group>
        )
      })}
      {timeline.hasNextPage && (
        <Center component="li">
          <Button
            size="xs"
            variant="default"
            loading={timeline.isFetchingNextPage}
            onClick={() => void timeline.fetchNextPage()}
          >
            {words.showOlder}
          </Button>
        </Center>
      )}
    </Stack>
  )
}
