import { Alert, Button, Group, Stack, Text } from "@mantine/core"
import * as words from "../../words/flows/flowPage.ts"

interface ChangedElsewhereProps {
  readonly title: string
  readonly explanation: string
  readonly onDiscard: () => void
  readonly onOverwrite: () => void
}

/** The notice that somebody else saved what is edited since it was opened, with both ways on. */
export const ChangedElsewhere = (props: ChangedElsewhereProps) => (
  <Alert color="yellow" title={props.title} role="alert" my="md">
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{props.explanation}</Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={props.onDiscard}>
          {words.discardMine}
        </Button>
        <Button size="xs" variant="default" onClick={props.onOverwrite}>
          {words.saveMine}
        </Button>
      </Group>
    </Stack>
  </Alert>
)
