import { Modal, Text } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import * as words from "../words/accounts.ts"
import { sessionExpired, signIns } from "./sessionExpired.ts"
import { SignInForm } from "./SignInForm.tsx"

// Above every dialog and drawer of a page, which have 200.
const zIndex = 1_000

/** Asks for the password on top of the page, so that a form keeps its input. */
export const SessionExpiredDialog = () => {
  const expired = useSyncExternalStore(sessionExpired.subscribe, sessionExpired.get)
  const queries = useQueryClient()
  const resume = () => {
    signIns.set(signIns.get() + 1)
    sessionExpired.set(false)
    void queries.invalidateQueries()
  }
  return (
    <Modal
      opened={expired}
      onClose={resume}
      title={words.sessionEnded}
      centered
      zIndex={zIndex}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text size="sm" mb="md">
        {words.signInAgain}
      </Text>
      <SignInForm onDone={resume} />
    </Modal>
  )
}
