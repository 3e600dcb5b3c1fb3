import { Paper, Tabs, Text } from "@mantine/core"
import { MailFrame } from "./MailFrame.tsx"

/** A text message as its reader sees it. */
export const TextBubble = ({ text }: { readonly text: string }) => (
  <Paper
    p="sm"
    radius="lg"
    maw={360}
    bg="var(--tally-quiet)"
    withBorder
    style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
  >
    <Text size="sm">{text}</Text>
  </Paper>
)

const Source = ({ text }: { readonly text: string }) => (
  <Paper
    component="pre"
    p="sm"
    m={0}
    withBorder
    fz="xs"
    mah={420}
    tabIndex={0}
    style={{ overflow: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
  >
    {text}
  </Paper>
)

/** E-mail as it looks, as text alone, and as it is written. */
export const MailParts = ({ html, text }: { readonly html: string; readonly text?: string }) => (
  <Tabs defaultValue="look" keepMounted={false}>
    <Tabs.List mb="sm">
      <Tabs.Tab value="look">E-mail</Tabs.Tab>
      {text !== undefined && <Tabs.Tab value="text">Text part</Tabs.Tab>}
      <Tabs.Tab value="source">HTML</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="look">
      <MailFrame html={html} />
    </Tabs.Panel>
    {text !== undefined && (
      <Tabs.Panel value="text">
        <Source text={text} />
      </Tabs.Panel>
    )}
    <Tabs.Panel value="source">
      <Source text={html} />
    </Tabs.Panel>
  </Tabs>
)
