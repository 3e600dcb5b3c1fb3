import { Button, Center, Group, Stack, Text, ThemeIcon } from "@mantine/core"
import { useInfiniteQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { Icon } from "../components/Icon.tsx"
import { Empty, Failure, Loading } from "../components/States.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { tell } from "./happening.tsx"

/** Everything that happened to a contact, newest first; older parts come on demand. */
export const TimelineOf = ({ contact_id }: { readonly contact_id: string }) => {
  const account = useAccount()
  const parts = useInfiniteQuery({
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
  if (parts.error !== null) return <Failure error={parts.error} retry={() => void parts.refetch()} />
  if (parts.data === undefined) return <Loading />
  const items = parts.data.pages.flatMap(({ data }) => data)
  if (items.length === 0) {
    return <Empty title="Nothing happened yet">Orders, events, messages and changes of consent are shown here.</Empty>
  }
  return (
    <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: "none" }} aria-label="Timeline">
      {items.map(({ id, at, happening }) => {
        const { icon, what, more } = tell(account, happening)
        return (
          <Group key={id} component="li" gap="sm" wrap="nowrap" align="flex-start">
            <ThemeIcon variant="default" radius="xl" size="md" aria-hidden>
              <Icon name={icon} size={15} />
            </ThemeIcon>
            <div style={{ minWidth: 0, flex: 1 }}>
              <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
                {what}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {[more, showTime(at)].filter((part) => part !== null && part !== "").join(" · ")}
              </Text>
            </div>
          </Group>
        )
      })}
      {parts.hasNextPage && (
        <Center component="li">
          <Button
            size="xs"
            variant="default"
            loading={parts.isFetchingNextPage}
            onClick={() => void parts.fetchNextPage()}
          >
            Show older
          </Button>
        </Center>
      )}
    </Stack>
  )
}
