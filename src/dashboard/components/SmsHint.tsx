import { Button, Group, Text } from "@mantine/core"
import { smsParts } from "../../domain/messages/smsParts.ts"
import * as words from "../words/messages/messageContent.ts"

/** How many parts a text is billed in, as it is typed, with plain signs where they make it shorter. */
export const SmsHint = (props: { readonly text: string; readonly onChange: (text: string) => void }) => {
  const { text, onChange } = props
  if (text === "") return null
  const { parts, part_length, special, plain } = smsParts(text)
  return (
    <Group gap="xs" mt={4} role="status">
      <Text size="sm" c="dimmed">
        {words.textParts(parts, part_length)}
        {special.length > 0 && ` ${words.specialSigns(special)}`}
      </Text>
      {plain !== null && (
        <Button size="compact-xs" variant="default" onClick={() => onChange(plain)}>
          {words.usePlainSigns(parts - smsParts(plain).parts)}
        </Button>
      )}
    </Group>
  )
}
