import { Alert, Button, Center, Loader, Stack, Text, Title } from "@mantine/core"
import type { ReactNode } from "react"
import { useAccount } from "../accounts/useAccount.ts"
import { errorText, isNotFound, issuesOf, takenBy } from "../call.ts"
import { PageLink } from "./PageLink.tsx"

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

const ExistingContact = ({ id }: { readonly id: string }) => {
  const account = useAccount()
  return (
    <PageLink to="/a/$account/contacts/$id" params={{ account, id }} fz="sm" underline="always">
      Open the contact
    </PageLink>
  )
}

const titleOf = (error: unknown): string => {
  if (isNotFound(error)) return "Not found"
  if (takenBy(error) !== undefined) return "Already a contact"
  const count = issuesOf(error).length
  if (count === 0) return "Something went wrong"
  return count === 1 ? "Fix 1 problem before saving" : `Fix ${count} problems before saving`
}

/** The message of a failed call, with a retry button unless the record does not exist. */
export const ErrorAlert = ({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) => {
  const existing = takenBy(error)
  return (
    <Alert color="red" title={titleOf(error)} role="alert" my="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{errorText(error)}</Text>
        {existing !== undefined && <ExistingContact id={existing} />}
        {retry !== undefined && !isNotFound(error) && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
