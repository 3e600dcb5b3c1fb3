import { type Editor, Extension } from "@tiptap/core"
import { Plugin, NodeSelection } from "@tiptap/pm/state"
import { closeHistory } from "@tiptap/pm/history"
import { Decoration, DecorationSet } from "@tiptap/pm/view"
import { moveBlock, removeBlock, selectAround } from "./blockCommands.ts"
import { isTooLarge } from "./documentOfEditor.ts"

// Long texts are not looked at whole with each key.
const fields = /\{\{[^{}]{1,200}\}\}/g

const fieldMarks = ({ state }: Editor): DecorationSet => {
  const found: Array<Decoration> = []
  state.doc.descendants((node, pos) => {
    for (const { index, 0: field } of node.text?.matchAll(fields) ?? [])
      found.push(Decoration.inline(pos + index, pos + index + field.length, { class: "mail-field" }))
  })
  return DecorationSet.create(state.doc, found)
}

/** The keys of blocks, marks around merge fields, and the bounds of a mail. */
export const blockKeys = (options: { readonly onSettings: () => void; readonly onTooLarge: () => void }) =>
  Extension.create({
    name: "blockKeys",
    priority: 200,
    addKeyboardShortcuts() {
      return {
        "Alt-ArrowUp": ({ editor }) => moveBlock(editor, -1),
        "Alt-ArrowDown": ({ editor }) => moveBlock(editor, 1),
        // A block that is taken away comes back by itself, however soon after another change.
        Delete: ({ editor }) => editor.state.selection instanceof NodeSelection && removeBlock(editor),
        Backspace: ({ editor }) => editor.state.selection instanceof NodeSelection && removeBlock(editor),
        Escape: ({ editor }) => selectAround(editor),
        Enter: ({ editor }) => {
          if (!(editor.state.selection instanceof NodeSelection)) return false
          options.onSettings()
          return true
        },
        "Alt-Enter": () => {
          options.onSettings()
          return true
        }
      }
    },
    addProseMirrorPlugins() {
      const { editor } = this
      return [
        new Plugin({
          filterTransaction: (tr) => {
            if (!tr.docChanged || tr.doc.content.size < tr.before.content.size || !isTooLarge(tr.doc.toJSON()))
              return true
            options.onTooLarge()
            return false
          },
          props: {
            // What is pasted is undone by itself.
            handlePaste: (view) => {
              view.dispatch(closeHistory(view.state.tr))
              return false
            },
            decorations: () => fieldMarks(editor),
            // Words that are typed would take the place of a whole block.
            handleTextInput: ({ state }) => state.selection instanceof NodeSelection
          }
        })
      ]
    }
  })
