import { Alert, Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core"

/** A text with a button that copies it. */
export const Copyable = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <Group gap="xs" wrap="nowrap" align="flex-start">
    <Code block flex={1} tabIndex={0} aria-label={label}>
      {text}
    </Code>
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="xs" variant="default" onClick={copy} aria-label={`Copy ${label}`}>
          {copied ? "Copied" : "Copy"}
        </Button>
      )}
    </CopyButton>
  </Group>
)

/** A secret that is shown this once. */
export const Secret = ({ name, secret }: { readonly name: string; readonly secret: string }) => (
  <Alert color="yellow" title={`Copy your ${name} now`}>
    <Stack gap="xs">
      <Text size="sm">It is shown only this once; the service keeps nothing it could be read from again.</Text>
      <Copyable text={secret} label={name} />
    </Stack>
  </Alert>
)
