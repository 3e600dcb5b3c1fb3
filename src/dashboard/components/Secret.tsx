import { Alert, Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core"
import * as common from "../words/common.ts"
import * as words from "../words/components.ts"

/** A text with a copy button. */
export const CopyableText = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <Group gap="xs" wrap="nowrap" align="flex-start">
    <Code
      block
      flex={1}
      miw={0}
      tabIndex={0}
      aria-label={label}
      style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}
    >
      {text}
    </Code>
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="xs" variant="default" flex="none" onClick={copy} aria-label={words.copyNamed(label)}>
          {copied ? words.copied : common.copy}
        </Button>
      )}
    </CopyButton>
  </Group>
)

/** A secret right after its creation: the server stores only its hash and cannot show it again. */
export const Secret = ({ name, secret }: { readonly name: string; readonly secret: string }) => (
  <Alert color="yellow" title={words.copyNow(name)}>
    <Stack gap="xs">
      <Text size="sm">{words.notShownAgain}</Text>
      <CopyableText text={secret} label={name} />
    </Stack>
  </Alert>
)
