import { Alert, Button, Center, Loader, Stack, Text, Title } from "@mantine/core"
import type { ReactNode } from "react"
import { useAccount } from "../accounts/useAccount.ts"
import { errorText, isNotFound, issuesOf, isWrongPassword, takenBy } from "../call.ts"
import * as common from "../words/common.ts"
import * as words from "../words/components.ts"
import * as failures from "../words/failures.ts"
import classes from "./Feedback.module.css"
import { PageLink } from "./PageLink.tsx"

/** The placeholder of data that is still being fetched. `waiting` tells why that takes long. */
export const Loading = ({ waiting }: { readonly waiting?: string | undefined }) => (
  <Center mih={200} role="status" aria-label={waiting === undefined ? words.loading : undefined}>
    <Stack align="center" gap="xs">
      <Loader />
      {waiting !== undefined && <Text size="sm">{waiting}</Text>}
    </Stack>
  </Center>
)

/** The placeholder of an empty list: a title, how to fill the list, what a row will look like, and the action to begin with. */
export const EmptyState = (props: {
  readonly title: string
  readonly children?: ReactNode
  /** The cells of an example row. */
  readonly sample?: ReadonlyArray<ReactNode>
  readonly action?: ReactNode
}) => (
  <Center mih={200} p="md">
    <Stack align="center" gap="xs" maw={560} w="100%" ta="center">
      {props.sample !== undefined && (
        <div className={classes["sample"]} role="img" aria-label={words.exampleRow}>
          {props.sample.map((cell, index) => (
            <span key={index}>{cell}</span>
          ))}
        </div>
      )}
      <Title order={2} size="h4">
        {props.title}
      </Title>
      <Text c="dimmed" size="sm" component="div">
        {props.children}
      </Text>
      {props.action}
    </Stack>
  </Center>
)

const ExistingContact = ({ id }: { readonly id: string }) => {
  const account = useAccount()
  return (
    <PageLink to="/a/$account/contacts/$id" params={{ account, id }} fz="sm" underline="always">
      {failures.openContact}
    </PageLink>
  )
}

const titleOf = (error: unknown, otherwise: string): string => {
  if (isNotFound(error)) return failures.notFound
  if (isWrongPassword(error)) return failures.couldNotSignIn
  if (takenBy(error) !== undefined) return failures.alreadyContact
  const count = issuesOf(error).length
  return count === 0 ? otherwise : failures.fixBeforeSaving(count)
}

/** The message of a failed call, with a retry button unless the record does not exist. */
export const ErrorAlert = (props: {
  readonly error: unknown
  readonly retry?: () => void
  /** The title of a failure that is neither a validation issue nor a missing record. */
  readonly title?: string
  /** Where to go on from a missing record: a link to the list that it would be in. */
  readonly back?: ReactNode
}) => {
  const { error, retry, title = failures.somethingWrong } = props
  const existing = takenBy(error)
  const text = titleOf(error, title)
  // In the place of a whole page, the title is that page's heading.
  const heading =
    props.back === undefined ? (
      text
    ) : (
      <Title order={1} fz="inherit" fw="inherit" c="inherit" lh="inherit">
        {text}
      </Title>
    )
  return (
    <Alert color="orange" title={heading} role="alert" my="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{errorText(error)}</Text>
        {existing !== undefined && <ExistingContact id={existing} />}
        {props.back !== undefined && isNotFound(error) && <Text size="sm">{props.back}</Text>}
        {retry !== undefined && !isNotFound(error) && (
          <Button size="xs" variant="default" onClick={retry}>
            {common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
