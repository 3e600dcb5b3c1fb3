import { Button, Group, Modal, Text } from "@mantine/core"
import { useBlocker } from "@tanstack/react-router"
import * as words from "../../words/flows/unsavedChanges.ts"

/** Asks before a navigation loses unsaved changes; closing the tab asks by the browser's own dialog. */
export const UnsavedChanges = ({ unsaved }: { readonly unsaved: boolean }) => {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => unsaved,
    withResolver: true
  })
  return (
    <Modal opened={blocker.status === "blocked"} onClose={() => blocker.reset?.()} title={words.leaveTitle} centered>
      <Text size="sm" mb="md">
        {words.notSaved}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
          {words.stay}
        </Button>
        <Button color="red.9" onClick={() => blocker.proceed?.()}>
          {words.leave}
        </Button>
      </Group>
    </Modal>
  )
}
