import { Group, Stack, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import type { ReactNode } from "react"

/** A page: its title, what can be done on it, and its content. */
export const Page = (props: { readonly title: string; readonly actions?: ReactNode; readonly children: ReactNode }) => {
  useDocumentTitle(`${props.title} · Tally`)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {props.title}
        </Title>
        <Group gap="xs">{props.actions}</Group>
      </Group>
      {props.children}
    </Stack>
  )
}
