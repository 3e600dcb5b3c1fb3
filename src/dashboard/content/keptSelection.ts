import { Extension } from "@tiptap/core"
import { Plugin } from "@tiptap/pm/state"

const inputs = ["keydown", "pointerdown"]

/**
 * Keeps the selection when Tab brings the focus to the mail. Browsers put the caret at the start then; the library takes that
 * back only within 200 ms, and a busy machine needs longer.
 */
export const KeptSelection = Extension.create({
  name: "keptSelection",
  addProseMirrorPlugins() {
    let isByKey = false
    const note = ({ type }: Event) => {
      isByKey = type === "keydown"
    }
    return [
      new Plugin({
        view: () => {
          for (const type of inputs) document.addEventListener(type, note, true)
          return {
            destroy: () => {
              for (const type of inputs) document.removeEventListener(type, note, true)
            }
          }
        },
        props: { handleDOMEvents: { focus: (view) => (isByKey ? view.focus() : undefined) } }
      })
    ]
  }
})
