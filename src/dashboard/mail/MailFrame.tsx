import { useMemo } from "react"
import { styleNonce } from "../theme.ts"
import { mailDocument } from "./mailDocument.ts"

/** E-mail as its reader sees it, in a frame that runs and loads nothing. */
export const MailFrame = ({ html, height = 420 }: { readonly html: string; readonly height?: number }) => {
  const shown = useMemo(() => mailDocument(html, styleNonce()), [html])
  return (
    <iframe
      title="The e-mail"
      sandbox=""
      srcDoc={shown}
      style={{
        width: "100%",
        height,
        border: "1px solid var(--mantine-color-default-border)",
        borderRadius: "var(--mantine-radius-md)",
        background: "white",
        colorScheme: "light"
      }}
    />
  )
}
