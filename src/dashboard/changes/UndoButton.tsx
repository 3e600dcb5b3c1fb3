import { Button, Group, List, Modal, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { BulkChange } from "../../domain/changes/BulkChange.ts"
import { keptReasons } from "../../domain/changes/keptReasons.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { useFocusBack } from "../components/useFocusBack.ts"
import * as words from "../words/changes.ts"
import * as common from "../words/common.ts"
import { UndoEffects } from "./UndoEffects.tsx"
import { usePreview } from "./usePreview.ts"

/** Shows what the undo of a change would do, and starts it. */
const UndoDialog = ({ change, onClose }: { readonly change: BulkChange; readonly onClose: () => void }) => {
  const account = useAccount()
  const queries = useQueryClient()
  useFocusBack()
  const { preview, looked } = usePreview(account, change.id)
  const undo = useMutation({
    mutationFn: () =>
      call((api) => api.bulkChanges.undo({ params: { account, id: change.id }, headers: {}, query: {} })),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: ["changes", account] })
    }
  })
  const { data } = preview
  return (
    <Modal opened onClose={onClose} title={words.undoTitle(words.titleOf(change))} centered>
      <Stack gap="sm">
        {preview.isPending && (
          <Text size="sm" role="status">
            {words.lookingAt(looked)}
          </Text>
        )}
        {preview.isError && <ErrorAlert error={preview.error} retry={() => void preview.refetch()} />}
        {data !== undefined && (
          <>
            <Text size="sm">{words.wouldBeUndone(data.undone)}</Text>
            {data.kept > 0 && (
              <>
                <Text size="sm">{words.wouldBeKept(data.kept)}</Text>
                <List size="sm">
                  {data.reasons.map(({ reason, contacts }) => (
                    <List.Item key={reason}>{words.forReason(keptReasons[reason], contacts)}</List.Item>
                  ))}
                </List>
              </>
            )}
            <UndoEffects change={change} />
          </>
        )}
        {undo.isError && <ErrorAlert error={undo.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {common.cancel}
          </Button>
          <Button disabled={data === undefined} loading={undo.isPending} onClick={() => undo.mutate()}>
            {words.undo}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** A button that shows what the undo of a change would do before it starts it. */
export const UndoButton = ({ change }: { readonly change: BulkChange }) => {
  const [opened, { open, close }] = useDisclosure(false)
  if (!change.can_undo) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {words.undo}
      </Button>
      {opened && <UndoDialog change={change} onClose={close} />}
    </>
  )
}
