import { Button, type ButtonProps, Group, Modal, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { ErrorAlert } from "./Feedback.tsx"

/** A button for an action that can't be undone. A dialog asks first; `children` say what the action removes. */
export const ConfirmButton = ({
  label,
  title,
  children,
  action,
  ...button
}: Omit<ButtonProps, "children"> & {
  readonly label: string
  readonly title: string
  readonly children: ReactNode
  readonly action: () => Promise<unknown>
}) => {
  const [opened, { open, close }] = useDisclosure(false)
  const run = useMutation({ mutationFn: action, onSuccess: close })
  return (
    <>
      <Button color="red" variant="light" {...button} onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title} centered>
        <Stack>
          <Text size="sm" component="div">
            {children}
          </Text>
          {run.isError && <ErrorAlert error={run.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              Keep
            </Button>
            <Button color="red.9" loading={run.isPending} onClick={() => run.mutate()}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
