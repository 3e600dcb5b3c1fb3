import { Modal, Text } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { sessionEnd } from "../sessionEnd.ts"
import { SignInForm } from "./SignInForm.tsx"

/** Signs in again on top of the page, so that a half-filled form is still there afterwards. */
export const SessionEnded = () => {
  const ended = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get)
  const queries = useQueryClient()
  const resume = () => {
    sessionEnd.set(false)
    void queries.invalidateQueries()
  }
  return (
    <Modal opened={ended} onClose={resume} title="Your session has ended" centered withCloseButton={false}>
      <Text size="sm" mb="md">
        Sign in again to go on. What you were writing is kept.
      </Text>
      <SignInForm onDone={resume} />
    </Modal>
  )
}
