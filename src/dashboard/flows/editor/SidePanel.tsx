import { CloseButton, Drawer, Group, Paper, Title } from "@mantine/core"
import { useMediaQuery } from "@mantine/hooks"
import { type ReactNode, useEffect, useRef } from "react"
import { focusFirstField } from "../../components/firstField.ts"
import classes from "./FlowDiagram.module.css"
import * as common from "../../words/common.ts"

// Narrower windows have no place beside the diagram.
const hasPlace = "(min-width: 75em)"

const InlinePanel = (props: { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }) => {
  const panel = useRef<HTMLDivElement>(null)
  // Focus moves to the form of what was opened, as it does in a drawer.
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => (before instanceof HTMLElement ? before.focus() : undefined)
  }, [props.title])
  return (
    <Paper
      ref={panel}
      withBorder
      p="md"
      component="section"
      role="dialog"
      aria-label={props.title}
      tabIndex={-1}
      className={classes["panel"] ?? ""}
      onKeyDown={(event) => {
        if (event.key === "Escape") props.onClose()
      }}
    >
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {props.title}
        </Title>
        <CloseButton aria-label={common.close} onClick={props.onClose} />
      </Group>
      {props.children}
    </Paper>
  )
}

/** The form of a step or of the trigger: beside the diagram, or in a drawer where the window is too narrow for both. */
export const SidePanel = (props: {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}) => {
  const inline = useMediaQuery(hasPlace, true, { getInitialValueInEffect: false })
  if (inline)
    return props.opened ? (
      <InlinePanel title={props.title} onClose={props.onClose}>
        {props.children}
      </InlinePanel>
    ) : null
  return (
    <Drawer opened={props.opened} onClose={props.onClose} position="right" size="xl" title={props.title}>
      <div ref={focusFirstField}>{props.children}</div>
    </Drawer>
  )
}
