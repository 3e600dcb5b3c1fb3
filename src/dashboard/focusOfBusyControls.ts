/**
 * Gives the focus back to a button that was disabled while its call ran, because browsers take the focus of what is disabled. Not where the
 * person has moved on meanwhile.
 */
export const keepFocusOfBusyControls = (): void => {
  let last: EventTarget | null = null
  document.addEventListener("focusin", ({ target }) => (last = target))
  document.addEventListener("pointerdown", () => (last = null), { capture: true })
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target === last && target instanceof HTMLElement && document.activeElement === document.body)
        target.focus({ preventScroll: true })
  }).observe(document, { subtree: true, attributeFilter: ["disabled"] })
}
