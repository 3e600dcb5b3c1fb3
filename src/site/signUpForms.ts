/**
 * Tells the sign-up forms of the service on the page who the visitor is, so that a sign-up makes the person known; undefined before consent. Not while
 * somebody writes in one.
 */
export const nameVisitor = (page: Document, origin: string, visitor: string | undefined): void => {
  for (const frame of page.querySelectorAll<HTMLIFrameElement>(`iframe[src^="${origin}/f/"]`)) {
    const url = new URL(frame.src)
    if (frame === page.activeElement || (url.searchParams.get("visitor") ?? undefined) === visitor) continue
    if (visitor === undefined) url.searchParams.delete("visitor")
    else url.searchParams.set("visitor", visitor)
    // A frame that is led elsewhere would add a step to the history of the page; a new one does not.
    const named = page.importNode(frame, true)
    named.src = url.href
    frame.replaceWith(named)
  }
}
