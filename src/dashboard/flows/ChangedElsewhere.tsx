import { Alert, Button, Group, Stack, Text } from "@mantine/core"

/** The notice that somebody else saved the flow since it was opened, with both ways on. */
export const ChangedElsewhere = (props: { readonly onDiscard: () => void; readonly onOverwrite: () => void }) => (
  <Alert color="yellow" title="This flow was changed elsewhere" role="alert" my="md">
    <Stack gap="xs" align="flex-start">
      <Text size="sm">A newer version was saved since you opened the flow. Nothing of yours is saved yet.</Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={props.onDiscard}>
          Discard mine and load it
        </Button>
        <Button size="xs" variant="default" onClick={props.onOverwrite}>
          Save mine as the newest
        </Button>
      </Group>
    </Stack>
  </Alert>
)
