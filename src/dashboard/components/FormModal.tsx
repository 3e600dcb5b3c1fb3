import { Button, type ButtonProps, Group, Modal, Stack } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation } from "@tanstack/react-query"
import type { FormEvent, ReactNode } from "react"
import * as common from "../words/common.ts"
import * as words from "../words/components.ts"
import { focusFirstField } from "./firstField.ts"
import { ErrorAlert } from "./Feedback.tsx"
import { useFocusBack } from "./useFocusBack.ts"

/**
 * A button that opens a form in a dialog. A failed call keeps the input and passes its error to `children`. After success the
 * dialog shows `result`, or closes without one.
 */
export const FormModal = <A,>({
  label,
  title,
  submit,
  ready = true,
  isWide = false,
  action,
  result,
  children,
  ...button
}: Omit<ButtonProps, "children"> & {
  /** Of the button: the focus finds it again where a saved form is another component. */
  readonly id?: string
  readonly label: string
  readonly title: string
  readonly submit: string
  /** Enables the submit button; default true. */
  readonly ready?: boolean
  /** Leaves room for a picture beside the fields. */
  readonly isWide?: boolean
  readonly action: () => Promise<A>
  readonly result?: (value: A) => ReactNode
  readonly children: (error: unknown) => ReactNode
}) => {
  const [opened, { open, close }] = useDisclosure(false)
  useFocusBack(opened)
  const run = useMutation({ mutationFn: action, onSuccess: () => (result === undefined ? close() : undefined) })
  const closeAndReset = () => {
    close()
    run.reset()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may have been opened from within another form.
    event.stopPropagation()
    run.mutate()
  }
  const resultView = run.data !== undefined && result !== undefined ? result(run.data) : undefined
  return (
    <>
      <Button {...button} onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={closeAndReset} title={title} size={isWide ? "xl" : "lg"} centered>
        {resultView === undefined ? (
          <form onSubmit={onSubmit} ref={focusFirstField}>
            <Stack>
              {children(run.error)}
              {run.isError && <ErrorAlert error={run.error} />}
              <Group justify="flex-end">
                <Button variant="default" onClick={closeAndReset}>
                  {common.cancel}
                </Button>
                <Button type="submit" loading={run.isPending} disabled={!ready}>
                  {submit}
                </Button>
              </Group>
            </Stack>
          </form>
        ) : (
          <Stack>
            {resultView}
            <Group justify="flex-end">
              <Button onClick={closeAndReset}>{words.done}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  )
}
