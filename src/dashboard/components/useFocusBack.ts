import { useLayoutEffect } from "react"

// In milliseconds. A dialog of Mantine that is closed, instead of removed, gives the focus back after 10.
const delay = 20

const giveBack = (before: Element | null): void => {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  const again = before === null || before.isConnected ? before : document.getElementById(before.id)
  const isThere = again instanceof HTMLElement && again !== document.body && !again.matches(":disabled")
  // The button that opened the dialog may be gone, as when the dialog deleted its row.
  const target = isThere ? again : document.getElementById("content")
  target?.focus({ preventScroll: true })
}

/**
 * Gives the focus back when a dialog is closed or removed: to the element that had it when the dialog opened, or the one
 * that has its `id` by now, else to the content of the page. Nothing happens where another element has the focus by then.
 */
export const useFocusBack = (opened = true): void => {
  useLayoutEffect(() => {
    if (!opened) return
    const before = document.activeElement
    return () => void setTimeout(() => giveBack(before), delay)
  }, [opened])
}
