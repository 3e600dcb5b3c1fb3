import { Divider, Stack, Tabs, Text } from "@mantine/core"
import type { Editor } from "@tiptap/core"
import type { ReactNode } from "react"
import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import * as words from "../words/content/editor.ts"
import { BlockBar } from "./BlockBar.tsx"
import { BlockForm } from "./BlockForm.tsx"
import { currentBlock } from "./blockPlace.ts"
import { MailSettingsForm } from "./MailSettingsForm.tsx"

export type PanelTab = keyof typeof words.tabs

/** What stands beside a mail: the settings of the chosen block, those of the whole mail, and its preview. */
export const EditorPanel = (props: {
  readonly editor: Editor
  readonly subject: TriggerSubject
  readonly preview: ReactNode
  readonly tab: PanelTab
  readonly onTab: (tab: PanelTab) => void
}) => {
  const { editor, subject, tab } = props
  const place = currentBlock(editor.state)
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => {
        if (next === "block" || next === "mail" || next === "preview") props.onTab(next)
      }}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="block">{words.tabs.block}</Tabs.Tab>
        <Tabs.Tab value="mail">{words.tabs.mail}</Tabs.Tab>
        <Tabs.Tab value="preview">{words.tabs.preview}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="block">
        {place === undefined ? (
          <Text size="sm">{editor.state.doc.childCount === 0 ? words.noBlocks : words.noBlock}</Text>
        ) : (
          <Stack>
            <BlockBar editor={editor} place={place} />
            <Divider />
            {/* A form of its own for each block, with what was typed there. */}
            <BlockForm key={`${place.pos} ${place.node.type.name}`} editor={editor} place={place} subject={subject} />
          </Stack>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="mail">
        <MailSettingsForm editor={editor} settings={editor.state.doc.attrs["settings"]} />
      </Tabs.Panel>
      <Tabs.Panel value="preview">{props.preview}</Tabs.Panel>
    </Tabs>
  )
}
