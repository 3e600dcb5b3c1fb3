import { Alert, Stack, Text } from "@mantine/core"
import type { Editor } from "@tiptap/core"
import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import { groupsOfSubject } from "../conditions/conditionFields.ts"
import { ConditionsInput } from "../conditions/ConditionsInput.tsx"
import * as words from "../words/content/blocks.ts"
import { colorLabel } from "../words/content/editor.ts"
import { changeBlock } from "./blockCommands.ts"
import { ButtonForm, DividerForm, HtmlForm, ImageForm, SocialForm, SpaceForm } from "./blockForms.tsx"
import { CartForm, CouponForm, ProductsForm } from "./storeBlockForms.tsx"
import type { BlockPlace } from "./blockPlace.ts"
import { ColumnsForm } from "./ColumnsForm.tsx"
import { OptionalColorInput } from "./inputs.tsx"
import { isBlock } from "./isBlock.ts"
import { colorNotes } from "./mailColors.ts"

interface Props {
  readonly editor: Editor
  readonly place: BlockPlace
  readonly subject: TriggerSubject
}

const ColorNotes = ({ faint, lightOnly }: ReturnType<typeof colorNotes>) => (
  <>
    {faint.length > 0 && (
      <Alert color="orange" p="xs">
        {words.faintColors(faint.map(colorLabel))}
      </Alert>
    )}
    {lightOnly.length > 0 && (
      <Text size="xs" c="dimmed">
        {words.lightOnlyColors(lightOnly.map(colorLabel))}
      </Text>
    )}
  </>
)

const OwnForm = ({ editor, place, subject }: Props) => {
  const block: unknown = place.node.attrs["block"]
  if (!isBlock(block)) return null
  const form = { subject, onChange: (change: object) => void changeBlock(editor, place, change) }
  switch (block.type) {
    case "text":
      return (
        <>
          <OptionalColorInput
            label={words.textColor}
            value={block.color}
            onChange={(color) => form.onChange({ color })}
          />
          <ColorNotes {...colorNotes(editor.state, place)} />
        </>
      )
    case "columns":
      return <ColumnsForm editor={editor} place={place} />
    case "image":
      return <ImageForm block={block} {...form} />
    case "button":
      return <ButtonForm block={block} {...form} />
    case "divider":
      return <DividerForm block={block} {...form} />
    case "space":
      return <SpaceForm block={block} {...form} />
    case "social":
      return <SocialForm block={block} {...form} />
    case "products":
      return <ProductsForm block={block} {...form} />
    case "cart":
      return <CartForm block={block} {...form} />
    case "coupon":
      return <CouponForm block={block} {...form} />
    case "html":
      return <HtmlForm block={block} {...form} />
  }
}

/** The settings of a block: those of its kind, and those of all kinds. */
export const BlockForm = (props: Props) => {
  const { editor, place } = props
  const block: unknown = place.node.attrs["block"]
  if (!isBlock(block)) return null
  return (
    <Stack data-form>
      <OwnForm {...props} />
      <OptionalColorInput
        label={words.background}
        value={block.background}
        onChange={(background) => void changeBlock(editor, place, { background })}
      />
      <ConditionsInput
        label={words.shownIf}
        path=""
        groups={[...groupsOfSubject[props.subject], "history"]}
        value={block.shown_if ?? []}
        onChange={(conditions) =>
          void changeBlock(editor, place, { shown_if: conditions.length === 0 ? undefined : conditions })
        }
      />
      <Text size="xs" c="dimmed">
        {words.shownIfHint}
      </Text>
    </Stack>
  )
}
