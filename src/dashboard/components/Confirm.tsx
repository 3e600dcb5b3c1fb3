import { Button, type ButtonProps, Group, Modal, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Failure } from "./States.tsx"

/** A button for what can't be undone: asks once, and names what goes. */
export const Confirm = ({
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
          {run.isError && <Failure error={run.error} />}
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
