import { NativeSelect, Stack } from "@mantine/core"
import type { Editor } from "@tiptap/core"
import { Schema } from "effect"
import { DocumentSettings } from "../../domain/content/MailDocument.ts"
import * as words from "../words/content/editor.ts"
import { type BlockChange, setSettings } from "./blockCommands.ts"
import { OptionalColorInput } from "./inputs.tsx"

const isSettings = Schema.is(DocumentSettings)

/** The font and the colours of the whole mail. */
export const MailSettingsForm = ({ editor, settings }: { readonly editor: Editor; readonly settings: unknown }) => {
  const known = isSettings(settings) ? settings : {}
  const set = (change: BlockChange<DocumentSettings>) => {
    const members = Object.entries({ ...known, ...change }).filter(([, value]) => value !== undefined)
    const next: unknown = Object.fromEntries(members)
    if (isSettings(next)) setSettings(editor, next)
  }
  return (
    <Stack>
      <NativeSelect
        label={words.font}
        data={Object.entries(words.fonts).map(([value, label]) => ({ value, label }))}
        value={known.font ?? "sans"}
        onChange={({ currentTarget: { value } }) => {
          if (value === "sans" || value === "serif" || value === "mono") set({ font: value })
        }}
      />
      <OptionalColorInput label={words.mailTextColor} value={known.color} onChange={(color) => set({ color })} />
      <OptionalColorInput
        label={words.linkColor}
        value={known.link_color}
        onChange={(link_color) => set({ link_color })}
      />
      <OptionalColorInput
        label={words.buttonColor}
        value={known.button_color}
        onChange={(button_color) => set({ button_color })}
      />
      <OptionalColorInput
        label={words.mailBackground}
        value={known.background}
        onChange={(background) => set({ background })}
      />
    </Stack>
  )
}
