import { Button, type ButtonProps, Group, Modal, Stack } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation } from "@tanstack/react-query"
import type { FormEvent, ReactNode } from "react"
import { Failure } from "./States.tsx"

/** A button that opens a form. What was written stays when the call fails; `result` is shown once it succeeds. */
export const FormModal = <A,>({
  label,
  title,
  submit,
  ready = true,
  action,
  result,
  children,
  ...button
}: Omit<ButtonProps, "children"> & {
  readonly label: string
  readonly title: string
  readonly submit: string
  /** Whether there is anything to submit yet. */
  readonly ready?: boolean
  readonly action: () => Promise<A>
  readonly result?: (made: A) => ReactNode
  readonly children: (error: unknown) => ReactNode
}) => {
  const [opened, { open, close }] = useDisclosure(false)
  const run = useMutation({ mutationFn: action, onSuccess: () => (result === undefined ? close() : undefined) })
  const shut = () => {
    close()
    run.reset()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    run.mutate()
  }
  const shown = run.data !== undefined && result !== undefined ? result(run.data) : undefined
  return (
    <>
      <Button {...button} onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={shut} title={title} size="lg" centered>
        {shown === undefined ? (
          <form onSubmit={onSubmit}>
            <Stack>
              {children(run.error)}
              {run.isError && <Failure error={run.error} />}
              <Group justify="flex-end">
                <Button variant="default" onClick={shut}>
                  Cancel
                </Button>
                <Button type="submit" loading={run.isPending} disabled={!ready}>
                  {submit}
                </Button>
              </Group>
            </Stack>
          </form>
        ) : (
          <Stack>
            {shown}
            <Group justify="flex-end">
              <Button onClick={shut}>Done</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  )
}
