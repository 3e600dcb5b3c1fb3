import { Alert, Button, Group, Stack, Text } from "@mantine/core"
import * as words from "../../words/flows/flowPage.ts"

/** The notice that somebody else saved the flow since it was opened, with both ways on. */
export const ChangedElsewhere = (props: { readonly onDiscard: () => void; readonly onOverwrite: () => void }) => (
  <Alert color="yellow" title={words.changedElsewhere} role="alert" my="md">
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{words.newerVersionSaved}</Text>
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
