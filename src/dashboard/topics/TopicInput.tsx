import { NativeSelect } from "@mantine/core"
import { topicName } from "../../domain/topics/Topic.ts"
import * as words from "../words/topics.ts"
import { useOwnLanguage, useTopics } from "./useTopics.ts"

/** The choice of a mail's topic. Nothing is shown in an account without topics. */
export const TopicInput = (props: {
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (topic: string | null) => void
}) => {
  const topics = useTopics().data?.data ?? []
  const own = useOwnLanguage() ?? "en"
  const { value } = props
  if (topics.length === 0 && value === null) return null
  const gone = value === null || topics.some(({ key }) => key === value) ? [] : [value]
  return (
    <NativeSelect
      label={words.topicOfMail}
      description={words.topicHint}
      error={props.error}
      data={[
        { value: "", label: words.general },
        ...topics.map((topic) => ({ value: topic.key, label: topicName(topic, own, own) })),
        ...gone.map((key) => ({ value: key, label: words.goneTopic(key) }))
      ]}
      value={value ?? ""}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value === "" ? null : currentTarget.value)}
    />
  )
}
