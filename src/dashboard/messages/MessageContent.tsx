import { Paper, Tabs, Text } from "@mantine/core"
import { EmailFrame } from "./EmailFrame.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/messages/messageContent.ts"

/** A text message as the recipient sees it. */
export const SmsContent = ({ text }: { readonly text: string }) => (
  <Paper
    p="sm"
    radius="lg"
    maw={360}
    bg="var(--tally-surface)"
    withBorder
    style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
  >
    <Text size="sm">{text}</Text>
  </Paper>
)

const SourceText = ({ text }: { readonly text: string }) => (
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

/** An e-mail as rendered, as its text part, and as HTML source. */
export const EmailContent = ({ html, text }: { readonly html: string; readonly text?: string }) => (
  <Tabs defaultValue="rendered" keepMounted={false}>
    <Tabs.List mb="sm">
      <Tabs.Tab value="rendered">{common.email}</Tabs.Tab>
      {text !== undefined && <Tabs.Tab value="text">{words.textPart}</Tabs.Tab>}
      <Tabs.Tab value="source">{words.source}</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="rendered">
      <EmailFrame html={html} />
    </Tabs.Panel>
    {text !== undefined && (
      <Tabs.Panel value="text">
        <SourceText text={text} />
      </Tabs.Panel>
    )}
    <Tabs.Panel value="source">
      <SourceText text={html} />
    </Tabs.Panel>
  </Tabs>
)
