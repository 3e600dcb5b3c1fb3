import { NativeSelect } from "@mantine/core"
import { topicName } from "../../domain/topics/Topic.ts"
import type { PickerProps } from "../pickers/SuggestedOption.tsx"
import * as words from "../words/topics.ts"
import { useOwnLanguage, useTopics } from "./useTopics.ts"

/** Picks one of the account's topics by its name and keeps its key. */
export const TopicPicker = (
  props: PickerProps & { readonly value: string; readonly onChange: (key: string) => void }
) => {
  const { value, onChange, ...input } = props
  const topics = useTopics().data?.data ?? []
  const own = useOwnLanguage() ?? "en"
  const isGone = value !== "" && !topics.some(({ key }) => key === value)
  return (
    <NativeSelect
      {...input}
      data={[
        ...(value === "" ? [{ value: "", label: words.chooseTopic }] : []),
        ...topics.map((topic) => ({ value: topic.key, label: topicName(topic, own, own) })),
        ...(isGone ? [{ value, label: words.goneTopic(value) }] : [])
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
