import { Button, Group, List, Modal, Stack, Text } from "@mantine/core"
import { lazy, type ReactNode, Suspense, useState } from "react"
import type { MailDocument } from "../../domain/content/MailDocument.ts"
import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import { Loading } from "../components/Feedback.tsx"
import * as words from "../words/content/input.ts"
import classes from "./BlocksInput.module.css"

const BlocksEditor = lazy(() => import("./BlocksEditor.tsx").then((module) => ({ default: module.BlocksEditor })))

/** The mail made of blocks of a form: what is wrong in it, and the editor in a window over the page. */
export const BlocksInput = (props: {
  readonly document: MailDocument
  /** Further buttons. */
  readonly actions?: ReactNode
  /** The subject of the trigger, such as the order, whose fields the mail can show beside those of the contact. */
  readonly subject: TriggerSubject
  /** The mail as it would be sent. */
  readonly preview: ReactNode
  /** By path within the document. */
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly onChange: (document: MailDocument) => void
}) => {
  const { document, issues } = props
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <Stack gap="xs" role="group" aria-label={words.content}>
      <Group justify="space-between">
        <Text size="sm">{words.blocksOf(document.blocks.length)}</Text>
        <Group gap="xs">
          {props.actions}
          <Button variant="default" onClick={() => setOpened(true)}>
            {words.editMail}
          </Button>
        </Group>
      </Group>
      {issues.length > 0 && (
        <List size="sm" c="var(--mantine-color-error)">
          {issues.map(({ field, message }) => (
            <List.Item key={`${field} ${message}`}>{words.issueAt(field, message)}</List.Item>
          ))}
        </List>
      )}
      <Modal.Root opened={opened} onClose={close} fullScreen closeOnEscape={false} keepMounted={false}>
        <Modal.Content aria-label={words.title} className={classes["window"] ?? ""}>
          <Modal.Header py="xs" mih={0}>
            <Modal.Title>{words.title}</Modal.Title>
            <Button onClick={close}>{words.done}</Button>
          </Modal.Header>
          <Modal.Body p={0} flex={1} mih={0}>
            <Suspense fallback={<Loading />}>
              <BlocksEditor {...props} />
            </Suspense>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </Stack>
  )
}
