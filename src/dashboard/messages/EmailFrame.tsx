import { Group, SegmentedControl, Stack } from "@mantine/core"
import { useMemo, useState } from "react"
import { styleNonce } from "../theme.ts"
import { type ColorScheme, emailDocument } from "./emailDocument.ts"
import * as common from "../words/common.ts"
import * as words from "../words/messages/messageContent.ts"

const widths = [
  { value: "640", label: words.desktopScreen },
  { value: "360", label: words.phoneScreen }
]

const schemes = [
  { value: "light", label: words.lightColours },
  { value: "dark", label: words.darkColours }
]

/** A rendered e-mail in a sandboxed frame that runs no script and loads pictures alone, on screens of both widths and colour schemes. */
export const EmailFrame = ({ html, height = 480 }: { readonly html: string; readonly height?: number }) => {
  const [width, setWidth] = useState("640")
  const [colorScheme, setColorScheme] = useState<ColorScheme>("light")
  const frameDocument = useMemo(() => emailDocument(html, styleNonce(), colorScheme), [html, colorScheme])
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <SegmentedControl aria-label={words.screen} size="xs" data={widths} value={width} onChange={setWidth} />
        <SegmentedControl
          aria-label={words.colours}
          size="xs"
          data={schemes}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme === "dark" ? "dark" : "light")}
        />
      </Group>
      <iframe
        title={common.email}
        sandbox=""
        srcDoc={frameDocument}
        style={{
          width: `${width}px`,
          maxWidth: "100%",
          height,
          border: "1px solid var(--mantine-color-default-border)",
          borderRadius: "var(--mantine-radius-md)",
          background: "white",
          colorScheme
        }}
      />
    </Stack>
  )
}
