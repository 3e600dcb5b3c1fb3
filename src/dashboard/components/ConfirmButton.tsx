import { Button, type ButtonProps, Group, Modal, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation } from "@tanstack/react-query"
import type { ReactNode } from "react"
import * as words from "../words/components.ts"
import { ErrorAlert } from "./Feedback.tsx"
import { useFocusBack } from "./useFocusBack.ts"

interface Question {
  readonly label: string
  readonly title: string
  readonly children: ReactNode
  readonly action: () => Promise<unknown>
}

/** The question before an action that can't be undone; `children` say what the action removes. */
export const ConfirmDialog = (props: Question & { readonly opened: boolean; readonly onClose: () => void }) => {
  const run = useMutation({ mutationFn: props.action, onSuccess: props.onClose })
  useFocusBack(props.opened)
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} centered>
      <Stack>
        <Text size="sm" component="div">
          {props.children}
        </Text>
        {run.isError && <ErrorAlert error={run.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose} data-autofocus>
            {words.keep}
          </Button>
          <Button color="red.9" loading={run.isPending} onClick={() => run.mutate()}>
            {props.label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** A button for an action that can't be undone. A dialog asks first. */
export const ConfirmButton = ({
  label,
  title,
  children,
  action,
  ...button
}: Omit<ButtonProps, "children"> & Question) => {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" {...button} onClick={open}>
        {label}
      </Button>
      <ConfirmDialog label={label} title={title} action={action} opened={opened} onClose={close}>
        {children}
      </ConfirmDialog>
    </>
  )
}
