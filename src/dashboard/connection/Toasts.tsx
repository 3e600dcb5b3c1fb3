import { Notification, Portal } from "@mantine/core"
import { useSyncExternalStore } from "react"
import { errorText } from "../call.ts"
import { observable } from "../observable.ts"
import * as common from "../words/common.ts"
import * as words from "../words/connection.ts"
import classes from "./ConnectionBar.module.css"

const toast = observable<string | undefined>(undefined)

/** Shows the message of a failed action until it is closed or the next action fails. */
export const showFailure = (error: unknown): void => toast.set(errorText(error))

/** The message of the last failed action. */
export const Toasts = () => {
  const text = useSyncExternalStore(toast.subscribe, toast.get)
  if (text === undefined) return null
  return (
    <Portal>
      <div className={classes["toasts"]}>
        <Notification
          role="alert"
          color="red"
          title={words.didntWork}
          withBorder
          styles={{ description: { color: "var(--mantine-color-text)" } }}
          closeButtonProps={{ "aria-label": common.close }}
          onClose={() => toast.set(undefined)}
        >
          {text}
        </Notification>
      </div>
    </Portal>
  )
}
