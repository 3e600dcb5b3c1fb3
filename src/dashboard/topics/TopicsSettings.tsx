import { Group } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { Language } from "../../domain/languages/Language.ts"
import { topicName } from "../../domain/topics/Topic.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import { Table } from "../components/Table.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/topics.ts"
import { NewTopic, RenameTopic } from "./TopicForm.tsx"
import { languageName, useOwnLanguage, useTopics } from "./useTopics.ts"

/** The kinds of marketing mail that contacts can leave one by one (contract §19). */
export const TopicsSettings = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const topics = useTopics()
  const own = useOwnLanguage()
  const create = own === undefined ? undefined : <NewTopic key={account} own={own} />
  const remove = async (id: string) => {
    await call((api) => api.topics.remove({ params: { account, id } }))
    await queries.invalidateQueries({ queryKey: ["topics", account] })
  }
  const isEmpty = topics.data?.data.length === 0
  return (
    <Section title={words.topics} subtitle={words.topicsExplained} actions={isEmpty ? undefined : create} flush>
      <Table
        label={words.topics}
        columns={[
          {
            title: words.topic,
            fills: true,
            cell: (topic) => topicName(topic, own ?? "en", own ?? "en")
          },
          { title: words.key, nowrap: true, cell: ({ key }) => key },
          {
            title: words.namesIn,
            cell: ({ names }) =>
              Language.literals
                .filter((language) => names[language] !== undefined)
                .map(languageName)
                .join(", ")
          },
          {
            title: words.actions,
            alignRight: true,
            nowrap: true,
            cell: (topic) => (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                {own !== undefined && <RenameTopic key={topic.updated_at.epochMilliseconds} topic={topic} own={own} />}
                <ConfirmButton
                  size="xs"
                  label={common.deleting}
                  title={words.deleteTitle(topicName(topic, own ?? "en", own ?? "en"))}
                  action={() => remove(topic.key)}
                >
                  {words.deleteText}
                </ConfirmButton>
              </Group>
            )
          }
        ]}
        rows={topics.data?.data}
        rowKey={({ key }) => key}
        error={topics.error}
        retry={() => void topics.refetch()}
        empty={
          <EmptyState title={words.noTopicsYet} sample={[words.sampleTopic, words.sampleKey]} action={create}>
            {words.whatTopicIs}
          </EmptyState>
        }
      />
    </Section>
  )
}
