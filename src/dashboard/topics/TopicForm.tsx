import { Fieldset, SimpleGrid, Text, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { Language } from "../../domain/languages/Language.ts"
import type { Topic, TopicNames } from "../../domain/topics/Topic.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issueOf } from "../call.ts"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { FormModal } from "../components/FormModal.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/topics.ts"
import { languageName } from "./useTopics.ts"

type Entries = Readonly<Partial<Record<Language, string>>>

const namesOf = (entries: Entries): TopicNames =>
  Object.fromEntries(Object.entries(entries).filter(([, name]) => name.trim() !== ""))

/** A key made of a name: `New products` gives `new-products`. */
export const keyOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replaceAll(/^-|-$/g, "")

const NamesInput = (props: {
  readonly own: Language
  readonly entries: Entries
  readonly error: unknown
  readonly onChange: (entries: Entries) => void
}) => {
  const { own, entries, error, onChange } = props
  const input = (language: Language) => ({
    label: language === own ? words.nameIn(languageName(language)) : languageName(language),
    maxLength: 255,
    value: entries[language] ?? "",
    error: issueOf(error, `names.${language}`),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...entries, [language]: currentTarget.value })
  })
  return (
    <>
      <TextInput {...input(own)} required description={words.nameHint} />
      <Fieldset legend={words.otherLanguages}>
        <Text size="sm" c="dimmed" mb="xs">
          {words.otherLanguagesHint}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {Language.literals
            .filter((language) => language !== own)
            .map((language) => (
              <TextInput key={language} {...input(language)} />
            ))}
        </SimpleGrid>
      </Fieldset>
    </>
  )
}

const empty: { readonly entries: Entries; readonly written: string | undefined } = { entries: {}, written: undefined }

const newDrafts = keptDrafts<typeof empty>()
const drafts = keptDrafts<Entries>()

/** The button and the dialog that make a topic. The key follows the name until it is written. */
export const NewTopic = ({ own }: { readonly own: Language }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const draft = useDraft(newDrafts, empty)
  const { entries, written } = draft.form
  const key = written ?? keyOf(entries[own] ?? "")
  const create = async () => {
    await call((api) => api.topics.create({ params: { account }, payload: { key, names: namesOf(entries) } }))
    draft.settle(empty)
    await queries.invalidateQueries({ queryKey: ["topics", account] })
  }
  return (
    <FormModal label={words.newTopic} title={words.newTopic} submit={common.create} action={create}>
      {(error) => (
        <>
          <KeptDraft draft={draft} />
          <NamesInput
            own={own}
            entries={entries}
            error={error}
            onChange={(next) => draft.setForm({ entries: next, written })}
          />
          <TextInput
            label={words.key}
            description={words.keyHint}
            required
            maxLength={40}
            value={key}
            error={issueOf(error, "key")}
            onChange={({ currentTarget }) => draft.setForm({ entries, written: currentTarget.value })}
          />
        </>
      )}
    </FormModal>
  )
}

/** The button and the dialog that change the names of a topic. */
export const RenameTopic = ({ topic, own }: { readonly topic: Topic; readonly own: Language }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const draft = useDraft<Entries>(drafts, topic.names, topic.key)
  const entries = draft.form
  const save = async () => {
    const names = namesOf(entries)
    await call((api) => api.topics.change({ params: { account, id: topic.key }, payload: { names } }))
    draft.settle(entries, entries)
    await queries.invalidateQueries({ queryKey: ["topics", account] })
  }
  return (
    <FormModal
      id={`rename-${topic.key}`}
      label={words.rename}
      title={words.renameTitle(topic.key)}
      submit={common.save}
      action={save}
      size="xs"
      variant="default"
    >
      {(error) => (
        <>
          <KeptDraft draft={draft} />
          <NamesInput own={own} entries={entries} error={error} onChange={draft.setForm} />
        </>
      )}
    </FormModal>
  )
}
