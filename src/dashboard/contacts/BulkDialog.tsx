import { Button, Group, Modal, Progress, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import type { BulkAction } from "../../domain/contacts/BulkAction.ts"
import { issueOf } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { useFocusBack } from "../components/useFocusBack.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { TextPicker } from "../pickers/TextPicker.tsx"
import type { Chosen } from "./BulkActions.tsx"
import { useBulkAction } from "./useBulkAction.ts"
import * as common from "../words/common.ts"
import * as words from "../words/contacts/contacts.ts"

type Kind = BulkAction["action"]

/** Asks before an action on many contacts, and shows its progress. `count` is the number, `many` whether there may be more. */
export const BulkDialog = (props: {
  readonly kind: Kind
  readonly chosen: Chosen
  readonly count: number
  readonly many: boolean
  readonly onClose: () => void
}) => {
  const { kind, chosen, count, many } = props
  const account = useAccount()
  const action = useBulkAction(account)
  const [tag, setTag] = useState("")
  const [typed, setTyped] = useState("")
  const question = words.bulkQuestions(words.countedContacts(count, many))[kind]
  const asksTag = kind === "add_tag" || kind === "remove_tag"
  const isReady = asksTag ? tag.trim() !== "" : kind === "delete" ? typed.replace(/\D/g, "") === String(count) : true
  const run = () => void action.run({ action: kind, ...chosen, ...(asksTag ? { tag: tag.trim() } : {}) })
  const isRunning = action.status === "running"
  const began = action.processed > 0 || isRunning
  const outcome = words.bulkProgress(action.processed, action.changed, kind)
  useFocusBack()
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={question.title}
      centered
      withCloseButton={!isRunning}
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        <Stack>
          <Text size="sm">{question.text}</Text>
          {asksTag && (
            <TextPicker
              kind="tags"
              label={words.tag}
              required
              data-autofocus
              maxLength={255}
              value={tag}
              disabled={began}
              error={issueOf(action.error, "tag")}
              onChange={setTag}
            />
          )}
          {kind === "delete" && !began && (
            <TextInput
              label={words.typeToConfirm(count.toLocaleString())}
              data-autofocus
              inputMode="numeric"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {began && (
            <>
              <Progress
                value={action.status === "done" ? 100 : Math.min(99, (100 * action.processed) / Math.max(1, count))}
                aria-label={words.progress}
              />
              <Text size="sm" role="status">
                {action.status === "done" ? words.bulkDone(outcome) : outcome}
              </Text>
            </>
          )}
          {action.status === "done" && !began && <Text size="sm">{words.noContactMatches}</Text>}
          {action.status === "failed" && <ErrorAlert error={action.error} />}
          <Group justify="flex-end">
            {action.status === "done" ? (
              <Button onClick={props.onClose}>{common.close}</Button>
            ) : isRunning ? (
              <Button type="button" variant="default" onClick={action.stop}>
                {words.stop}
              </Button>
            ) : (
              <>
                <Button variant="default" onClick={props.onClose}>
                  {began ? common.close : common.cancel}
                </Button>
                <Button type="submit" disabled={!isReady} {...(kind === "delete" ? { color: "red.9" } : {})}>
                  {began ? words.resume : question.submit}
                </Button>
              </>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
