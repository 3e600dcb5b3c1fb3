import { Alert, Box, Button, Drawer, VisuallyHidden } from "@mantine/core"
import { useMediaQuery } from "@mantine/hooks"
import { RichTextEditor } from "@mantine/tiptap"
import "@mantine/tiptap/styles.css"
import { ReactNodeViewRenderer, useEditor } from "@tiptap/react"
import { type ReactNode, useRef, useState } from "react"
import type { MailDocument } from "../../domain/content/MailDocument.ts"
import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import { styleNonce } from "../theme.ts"
import { cancel } from "../words/common.ts"
import * as blockWords from "../words/content/blocks.ts"
import * as words from "../words/content/editor.ts"
import { BlockBar, nameOf } from "./BlockBar.tsx"
import { blockKeys } from "./blockKeys.ts"
import { currentBlock } from "./blockPlace.ts"
import classes from "./Blocks.module.css"
import { BlockView } from "./BlockView.tsx"
import { documentOfEditor } from "./documentOfEditor.ts"
import { editorOfDocument } from "./editorOfDocument.ts"
import { EditorPanel, type PanelTab } from "./EditorPanel.tsx"
import { EditorTools } from "./EditorTools.tsx"
import { KeptSelection } from "./keptSelection.ts"
import { MailColors } from "./mailColors.ts"
import { textExtensions } from "./mailMarks.ts"
import { ColumnNode, ColumnsNode, MailNode, OtherNode, TextNode } from "./mailNodes.ts"

// Narrower windows have no place beside the mail.
const hasPlace = "(min-width: 75em)"

const OtherView = OtherNode.extend({ addNodeView: () => ReactNodeViewRenderer(BlockView) })

const focusFirst = (panel: HTMLElement | null): void =>
  panel?.querySelector<HTMLElement>("[data-form] :is(input, select, textarea, button)")?.focus()

const labels = {
  undoControlLabel: words.undo,
  redoControlLabel: words.redo,
  boldControlLabel: words.bold,
  italicControlLabel: words.italic,
  underlineControlLabel: words.underline,
  bulletListControlLabel: words.bulletList,
  orderedListControlLabel: words.orderedList,
  alignLeftControlLabel: words.align.left,
  alignCenterControlLabel: words.align.center,
  alignRightControlLabel: words.align.right,
  colorPickerControlLabel: words.textColor,
  colorPickerClear: words.removeColor,
  colorPickerColorLabel: words.colorLabel,
  colorPickerColorPicker: words.otherColor,
  colorPickerPalette: words.listedColors,
  colorPickerSave: words.saveColor,
  colorPickerCancel: cancel
}

/** The editor of a mail made of blocks. It begins with `document`; `onChange` gets the mail with each change. */
export const BlocksEditor = (props: {
  readonly document: MailDocument
  readonly subject: TriggerSubject
  readonly preview: ReactNode
  readonly onChange: (document: MailDocument) => void
}) => {
  const { subject } = props
  const [tab, setTab] = useState<PanelTab>("block")
  const [opened, setOpened] = useState(false)
  const [isFull, setFull] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const isBeside = useMediaQuery(hasPlace, true, { getInitialValueInEffect: false })
  // The form of the block is there after the next paint.
  const openSettings = () => {
    setTab("block")
    setOpened(!isBeside)
    requestAnimationFrame(() => focusFirst(panel.current))
  }
  const onSettings = useRef(openSettings)
  onSettings.current = openSettings
  const onChange = useRef(props.onChange)
  onChange.current = props.onChange
  // Made once: others would set up the editor again with each change.
  const [extensions] = useState(() => [
    MailNode,
    TextNode,
    ColumnsNode,
    ColumnNode,
    OtherView,
    ...textExtensions,
    MailColors,
    KeptSelection,
    blockKeys({ onSettings: () => onSettings.current(), onTooLarge: () => setFull(true) })
  ])
  const [content] = useState(() => editorOfDocument(props.document))
  const editor = useEditor({
    extensions,
    content,
    shouldRerenderOnTransaction: true,
    autofocus: "end",
    injectNonce: styleNonce(),
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": words.mailContent,
        // Else the window would give the focus to its first button, where the editor is loaded already.
        "data-autofocus": ""
      }
    },
    onUpdate: ({ editor: { state } }) => {
      setFull(false)
      onChange.current(documentOfEditor(state.doc.toJSON()))
    }
  })
  const place = currentBlock(editor.state)
  const settings = (
    <div
      ref={panel}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return
        setOpened(false)
        editor.commands.focus()
      }}
    >
      <EditorPanel editor={editor} subject={subject} preview={props.preview} tab={tab} onTab={setTab} />
    </div>
  )
  return (
    <RichTextEditor editor={editor} labels={labels} className={classes["editor"] ?? ""}>
      <EditorTools editor={editor} subject={subject} onSettings={openSettings} />
      {isFull && (
        <Alert color="orange" role="alert" m="sm">
          {words.tooLarge}
        </Alert>
      )}
      <VisuallyHidden role="status">{place === undefined ? "" : words.selected(nameOf(place))}</VisuallyHidden>
      <div className={classes["workspace"]}>
        <div className={classes["canvas"]}>
          <Box
            className={classes["sheet"] ?? ""}
            __vars={{
              "--words-write-here": JSON.stringify(blockWords.writeHere),
              "--words-shown-to-some": JSON.stringify(blockWords.shownToSome),
              "--words-empty-column": JSON.stringify(blockWords.emptyColumn)
            }}
          >
            <RichTextEditor.Content />
          </Box>
        </div>
        {isBeside && (
          <aside className={classes["panel"]} aria-label={words.settings}>
            {settings}
          </aside>
        )}
      </div>
      {!isBeside && (
        <>
          <div className={classes["dock"]}>
            {place === undefined ? (
              <Button size="xs" variant="default" onClick={() => setOpened(true)}>
                {words.settings}
              </Button>
            ) : (
              <BlockBar editor={editor} place={place}>
                <Button size="xs" variant="default" onClick={() => setOpened(true)}>
                  {words.settings}
                </Button>
              </BlockBar>
            )}
          </div>
          <Drawer opened={opened} onClose={() => setOpened(false)} position="bottom" size="75%" title={words.settings}>
            {settings}
          </Drawer>
        </>
      )}
    </RichTextEditor>
  )
}
