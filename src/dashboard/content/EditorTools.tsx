import { NativeSelect } from "@mantine/core"
import { RichTextEditor } from "@mantine/tiptap"
import type { Editor } from "@tiptap/core"
import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import * as words from "../words/content/editor.ts"
import { AddBlockMenu } from "./AddBlockMenu.tsx"
import classes from "./Blocks.module.css"
import { FieldMenu } from "./FieldMenu.tsx"
import { HelpPopover } from "./HelpPopover.tsx"
import { LinkControl } from "./LinkControl.tsx"

const levels = [1, 2, 3] as const

const styleOf = (editor: Editor) => String(levels.find((level) => editor.isActive("heading", { level })) ?? "paragraph")

const setStyle = (editor: Editor, style: string) => {
  const level = levels.find((one) => String(one) === style)
  const chain = editor.chain().focus()
  if (level === undefined) chain.setParagraph().run()
  else chain.setHeading({ level }).run()
}

/** The tools above a mail: undo, what is added, and how words look. Those of words are off where none can be written. */
export const EditorTools = (props: {
  readonly editor: Editor
  readonly subject: TriggerSubject
  readonly onSettings: () => void
}) => {
  const { editor, subject, onSettings } = props
  const isText = editor.state.selection.$from.parent.isTextblock
  return (
    <RichTextEditor.Toolbar className={classes["toolbar"] ?? ""} role="toolbar" aria-label={words.tools}>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
      <AddBlockMenu editor={editor} subject={subject} onSettings={onSettings} />
      <NativeSelect
        size="xs"
        aria-label={words.textStyle}
        disabled={!isText}
        data={Object.entries(words.textStyles).map(([value, label]) => ({ value, label }))}
        value={styleOf(editor)}
        onChange={({ currentTarget }) => setStyle(editor, currentTarget.value)}
      />
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold disabled={!isText} />
        <RichTextEditor.Italic disabled={!isText} />
        <RichTextEditor.Underline disabled={!isText} />
        <RichTextEditor.ColorPicker
          colors={Object.keys(words.wordColors)}
          disabled={!isText}
          popoverProps={{ returnFocus: true }}
        />
        <LinkControl editor={editor} subject={subject} disabled={!isText} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList disabled={!isText} />
        <RichTextEditor.OrderedList disabled={!isText} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.AlignLeft disabled={!isText} />
        <RichTextEditor.AlignCenter disabled={!isText} />
        <RichTextEditor.AlignRight disabled={!isText} />
      </RichTextEditor.ControlsGroup>
      <FieldMenu
        subject={subject}
        disabled={!isText}
        onInsert={(field) => editor.chain().focus().insertContent({ type: "text", text: field }).run()}
      />
      <RichTextEditor.ControlsGroup>
        <HelpPopover />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}
