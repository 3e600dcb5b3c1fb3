import { Group, Text } from "@mantine/core"

/** An option of a list, with how many contacts have it. */
export const SuggestedOption = (props: { readonly label: string; readonly count: string | undefined }) => (
  <Group justify="space-between" wrap="nowrap" gap="xs" w="100%">
    <Text span fz="sm" style={{ overflowWrap: "anywhere" }}>
      {props.label}
    </Text>
    <Text span fz="xs" c="dimmed" style={{ flexShrink: 0 }}>
      {props.count}
    </Text>
  </Group>
)

/** The props that inputs of this folder pass on. */
export interface PickerProps {
  readonly label?: string
  readonly "aria-label"?: string
  readonly description?: string
  readonly placeholder?: string
  readonly flex?: number
  readonly miw?: number
  readonly maw?: number
  readonly size?: "xs"
  readonly error: string | undefined
}

export const comboboxProps = { width: "target", middlewares: { flip: true, shift: true } } as const

/** Options that are shown at once: more are found by typing. */
export const maxShown = 50
