import { ActionIcon, Button, Group, NativeSelect, Stack, Switch, Text, Textarea } from "@mantine/core"
import type { ButtonBlock } from "../../domain/content/ButtonBlock.ts"
import type { HtmlBlock } from "../../domain/content/HtmlBlock.ts"
import type { ImageBlock } from "../../domain/content/ImageBlock.ts"
import type { SocialBlock } from "../../domain/content/SocialBlock.ts"
import type { DividerBlock, SpaceBlock } from "../../domain/content/SpacingBlocks.ts"
import { Icon } from "../components/Icon.tsx"
import * as words from "../words/content/blocks.ts"
import { type BlockFormProps, orNone } from "./BlockFormProps.ts"
import { PictureButton } from "./PictureButton.tsx"
import { AddressInput, AlignmentInput, BoundedInput, MergeTextInput, OptionalColorInput } from "./inputs.tsx"

export const ImageForm = ({ block, subject, onChange }: BlockFormProps<ImageBlock>) => (
  <>
    <AddressInput
      label={words.imageAddress}
      description={words.imageAddressHint}
      kind="image"
      subject={subject}
      value={block.src}
      onChange={(src) => onChange({ src })}
    />
    <PictureButton onChoose={({ url }) => onChange({ src: url })} />
    <MergeTextInput
      label={words.alt}
      description={words.altHint}
      maxLength={1_000}
      subject={subject}
      value={block.alt}
      onChange={(alt) => onChange({ alt })}
    />
    <AddressInput
      label={words.link}
      kind="link"
      subject={subject}
      value={block.link ?? ""}
      onChange={(link) => onChange({ link: orNone(link) })}
    />
    <BoundedInput
      label={words.width}
      placeholder={words.fullWidth}
      min={1}
      max={640}
      optional
      value={block.width}
      onChange={(width) => onChange({ width })}
    />
    <AlignmentInput value={block.align} onChange={(align) => onChange({ align })} />
  </>
)

export const ButtonForm = ({ block, subject, onChange }: BlockFormProps<ButtonBlock>) => (
  <>
    <MergeTextInput
      label={words.buttonText}
      maxLength={200}
      subject={subject}
      value={block.text}
      onChange={(text) => onChange({ text })}
    />
    <AddressInput
      label={words.link}
      description={words.linkHint}
      kind="link"
      subject={subject}
      value={block.link}
      onChange={(link) => onChange({ link })}
    />
    <OptionalColorInput label={words.color} value={block.color} onChange={(color) => onChange({ color })} />
    <OptionalColorInput
      label={words.textColor}
      value={block.text_color}
      onChange={(text_color) => onChange({ text_color })}
    />
    <AlignmentInput value={block.align} onChange={(align) => onChange({ align })} />
    <Switch
      label={words.fullWidth}
      checked={block.full_width === true}
      onChange={(event) => onChange({ full_width: event.currentTarget.checked || undefined })}
    />
  </>
)

export const DividerForm = ({ block, onChange }: BlockFormProps<DividerBlock>) => (
  <>
    <OptionalColorInput label={words.color} value={block.color} onChange={(color) => onChange({ color })} />
    <BoundedInput
      label={words.thickness}
      min={1}
      max={20}
      value={block.thickness ?? 1}
      onChange={(thickness) => onChange({ thickness })}
    />
  </>
)

export const SpaceForm = ({ block, onChange }: BlockFormProps<SpaceBlock>) => (
  <BoundedInput
    label={words.height}
    min={1}
    max={200}
    value={block.height}
    onChange={(height) => onChange({ height: height ?? block.height })}
  />
)

const networks = Object.entries(words.networkNames).map(([value, label]) => ({ value, label }))

const isNetwork = (name: string): name is keyof typeof words.networkNames => name in words.networkNames

export const SocialForm = ({ block, subject, onChange }: BlockFormProps<SocialBlock>) => {
  const { links } = block
  const set = (next: SocialBlock["links"]) => onChange({ links: next })
  return (
    <>
      {links.map(({ network, link }, at) => (
        <Stack key={at} gap={4}>
          <Group gap="xs" align="end" wrap="nowrap">
            <NativeSelect
              flex={1}
              label={words.network(at + 1)}
              data={networks}
              value={network}
              onChange={({ currentTarget: { value } }) => {
                if (isNetwork(value)) set(links.with(at, { network: value, link }))
              }}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={words.removeLink(words.networkNames[network])}
              onClick={() => set(links.toSpliced(at, 1))}
            >
              <Icon name="exit" size={15} />
            </ActionIcon>
          </Group>
          <AddressInput
            key={network}
            label={words.linkOf(words.networkNames[network])}
            kind="link"
            subject={subject}
            value={link}
            onChange={(next) => set(links.with(at, { network, link: next }))}
          />
        </Stack>
      ))}
      {links.length < 12 && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          onClick={() => set([...links, { network: "instagram", link: "" }])}
        >
          {words.addLink}
        </Button>
      )}
      <AlignmentInput value={block.align} onChange={(align) => onChange({ align })} />
    </>
  )
}

export const HtmlForm = ({ block, onChange }: BlockFormProps<HtmlBlock>) => (
  <>
    <Textarea
      label={words.html}
      autosize
      minRows={8}
      maxRows={20}
      maxLength={100_000}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      value={block.html}
      onChange={(event) => onChange({ html: event.currentTarget.value })}
    />
    <Text size="xs" c="dimmed">
      {words.htmlHint}
    </Text>
  </>
)
