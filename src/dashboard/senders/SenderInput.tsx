import { NativeSelect } from "@mantine/core"
import { useSender } from "../sending/useSender.ts"
import * as words from "../words/senders.ts"
import { useSenders } from "./useSenders.ts"

/** The choice of a mail's sender. Nothing is shown in an account with one sender. */
export const SenderInput = (props: {
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (sender_id: string | null) => void
}) => {
  const senders = useSenders().data?.data ?? []
  const own = useSender().data?.data
  const { value } = props
  if (senders.length === 0 && value === null) return null
  const gone = value === null || senders.some(({ id }) => id === value) ? [] : [value]
  return (
    <NativeSelect
      label={words.senderOfMail}
      description={words.senderHint}
      error={props.error}
      data={[
        { value: "", label: words.own(own?.from_name ?? own?.sending.from ?? "") },
        ...senders.map(({ id, from_name, from_email }) => ({ value: id, label: words.named(from_name, from_email) })),
        ...gone.map((id) => ({ value: id, label: words.gone }))
      ]}
      value={value ?? ""}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value === "" ? null : currentTarget.value)}
    />
  )
}
