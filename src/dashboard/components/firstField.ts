/**
 * A ref for the content of a dialog: the focus trap of the dialog then focuses the first field instead of the close button.
 * A field that is marked already keeps the focus.
 */
export const focusFirstField = (content: HTMLElement | null): void => {
  if (content === null || content.querySelector("[data-autofocus]") !== null) return
  content
    .querySelector("input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)")
    ?.setAttribute("data-autofocus", "")
}
