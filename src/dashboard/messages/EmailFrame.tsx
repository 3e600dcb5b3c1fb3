import { useMemo } from "react"
import { styleNonce } from "../theme.ts"
import { emailDocument } from "./emailDocument.ts"

/** A rendered e-mail in a sandboxed frame that runs no script and loads nothing. */
export const EmailFrame = ({ html, height = 420 }: { readonly html: string; readonly height?: number }) => {
  const frameDocument = useMemo(() => emailDocument(html, styleNonce()), [html])
  return (
    <iframe
      title="E-mail"
      sandbox=""
      srcDoc={frameDocument}
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
