import { Button, Group, Text } from "@mantine/core"
import type { RefObject } from "react"
import { smsParts } from "../../domain/messages/smsParts.ts"
import { smsCost } from "../../domain/messages/smsPrice.ts"
import { showPreciseMoney } from "../format.ts"
import { SendingLink } from "../sending/SendingLink.tsx"
import { useSender } from "../sending/useSender.ts"
import * as words from "../words/messages/messageContent.ts"

/** How many parts a text is billed in, and what they cost, as it is typed, with plain signs where they make it shorter. */
export const SmsHint = (props: {
  readonly text: string
  /** Where it is typed. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onChange: (text: string) => void
}) => {
  const { text, field, onChange } = props
  const price = useSender().data?.data.sms_part_price
  if (text === "") return null
  const { parts, part_length, special, plain } = smsParts(text)
  const cost = price == null ? undefined : smsCost(price, { parts, people: 1 })
  return (
    <Group gap="xs" mt={4} role="status">
      <Text size="sm" c="dimmed">
        {words.textParts(parts, part_length)}
        {cost !== undefined && ` ${words.costOfOne(showPreciseMoney(cost.amount, cost.currency))}`}
        {special.length > 0 && ` ${words.specialSigns(special)}`}
      </Text>
      {price === null && (
        <Text size="sm" c="dimmed">
          <SendingLink text={words.setPartPrice} />
        </Text>
      )}
      {plain !== null && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            onChange(plain)
            // The button goes with the signs.
            field.current?.focus()
          }}
        >
          {words.usePlainSigns(parts - smsParts(plain).parts)}
        </Button>
      )}
    </Group>
  )
}
