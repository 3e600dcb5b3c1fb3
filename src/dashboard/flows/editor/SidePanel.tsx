import { Button, CloseButton, Group, Overlay, Paper, Stack, Title } from "@mantine/core"
import { useMediaQuery } from "@mantine/hooks"
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react"
import { useFocusBack } from "../../components/useFocusBack.ts"
import classes from "./FlowDiagram.module.css"
import * as common from "../../words/common.ts"
import * as words from "../../words/flows/flowEditor.ts"

// Narrower windows have no place beside the diagram. The style sheet asks for the same width.
const hasPlace = "(min-width: 75em)"

interface Props {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

const OpenPanel = ({ title, onClose, children }: Props) => {
  const isBeside = useMediaQuery(hasPlace, true, { getInitialValueInEffect: false })
  const panel = useRef<HTMLDivElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const last = useRef<HTMLButtonElement>(null)
  useFocusBack()
  useEffect(() => panel.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, shiftKey } = event
    // React hands on the keys of dialogs that the form opens, though they lie elsewhere in the document.
    if (!(target instanceof Element) || panel.current?.contains(target) !== true) return
    // An open list takes Escape for itself.
    if (key === "Escape" && target.getAttribute("data-mantine-stop-propagation") !== "true") onClose()
    if (key !== "Tab" || isBeside) return
    // The diagram is covered, so Tab stays in the form.
    const isAtEnd = shiftKey ? target === first.current || target === panel.current : target === last.current
    if (!isAtEnd) return
    event.preventDefault()
    const other = shiftKey ? last : first
    other.current?.focus()
  }
  return (
    <>
      {!isBeside && <Overlay fixed className={classes["behind"] ?? ""} onClick={onClose} />}
      <Paper
        ref={panel}
        withBorder
        p="md"
        component="section"
        role="dialog"
        aria-label={title}
        aria-modal={!isBeside}
        tabIndex={-1}
        className={classes["panel"] ?? ""}
        onKeyDownCapture={onKeyDown}
      >
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h5">
            {title}
          </Title>
          <CloseButton ref={first} aria-label={common.close} onClick={onClose} />
        </Group>
        <Stack>
          {children}
          <Button ref={last} onClick={onClose} ml="auto">
            {words.done}
          </Button>
        </Stack>
      </Paper>
    </>
  )
}

/**
 * The form of a step or of the trigger: beside the diagram, or over it where the window is too narrow for both. It is one
 * element at either width, so that it keeps what is open and typed in it when the window gets another.
 */
export const SidePanel = ({ opened, ...panel }: Props & { readonly opened: boolean }) =>
  opened ? <OpenPanel {...panel} /> : null
