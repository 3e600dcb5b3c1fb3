import { Alert, Button, Center, Loader, Stack, Text, Title } from "@mantine/core"
import type { ReactNode } from "react"
import { isNotFound, wordsOf } from "../call.ts"

/** What a list shows while it waits. */
export const Loading = () => (
  <Center mih={200} role="status" aria-label="Loading">
    <Loader />
  </Center>
)

/** What a list shows when there is nothing yet, and what to do about it. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <Center mih={200}>
    <Stack align="center" gap="xs" maw={480} ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" component="div">
        {children}
      </Text>
    </Stack>
  </Center>
)

/** What went wrong, in the service's words, and a way to try again. */
export const Failure = ({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) => (
  <Alert
    color="red"
    title={isNotFound(error) ? "There is no such thing here" : "That did not work"}
    role="alert"
    my="md"
  >
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{wordsOf(error)}</Text>
      {retry !== undefined && !isNotFound(error) && (
        <Button size="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </Stack>
  </Alert>
)
