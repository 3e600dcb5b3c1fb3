import { Alert, Button, Center, Loader, Stack, Text, Title } from "@mantine/core"
import type { ReactNode } from "react"
import { errorText, isNotFound } from "../call.ts"

/** The placeholder of data that is still being fetched. */
export const Loading = () => (
  <Center mih={200} role="status" aria-label="Loading">
    <Loader />
  </Center>
)

/** The placeholder of an empty list: a title, and how to fill the list. */
export const EmptyState = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
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

/** The message of a failed call, with a retry button unless the record does not exist. */
export const ErrorAlert = ({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) => (
  <Alert color="red" title={isNotFound(error) ? "Not found" : "Something went wrong"} role="alert" my="md">
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{errorText(error)}</Text>
      {retry !== undefined && !isNotFound(error) && (
        <Button size="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </Stack>
  </Alert>
)
