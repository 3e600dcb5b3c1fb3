import { Alert, Button, NativeSelect, SimpleGrid, Stack, Switch, Textarea, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import type { FormEvent } from "react"
import type { FormInput } from "../../domain/forms/Form.ts"
import { Language } from "../../domain/languages/Language.ts"
import { issueOf, issuesOf } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { Section } from "../components/Section.tsx"
import { TextsPicker } from "../pickers/TextPicker.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/forms.ts"
import { ConfirmationInput } from "./ConfirmationInput.tsx"
import { FieldsInput } from "./FieldsInput.tsx"
import { FormPreview } from "./FormPreview.tsx"

const languageNames = new Intl.DisplayNames(["en"], { type: "language" })

const languages = [
  { value: "", label: words.languageOfBrowser },
  ...Language.literals.map((language) => ({ value: language, label: languageNames.of(language) ?? language }))
]

const languageOf = (value: string) => Language.literals.find((language) => language === value) ?? null

const drafts = keptDrafts<FormInput>()

/** The builder of a form beside its preview. `id` is that of a saved form. */
export const FormEditor = ({
  id = "",
  initial,
  submit,
  save
}: {
  readonly id?: string
  readonly initial: FormInput
  readonly submit: string
  readonly save: (form: FormInput) => Promise<unknown>
}) => {
  const draft = useDraft(drafts, initial, id)
  const { form, setForm } = draft
  const saving = useMutation({ mutationFn: save, onSuccess: (_, sent) => draft.settle(sent, sent) })
  const change = (changed: Partial<FormInput>) => {
    setForm({ ...form, ...changed })
    if (saving.isSuccess) saving.reset()
  }
  const input = (name: "name" | "title" | "intro" | "wording" | "button" | "thanks") => ({
    value: form[name],
    error: issueOf(saving.error, name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: event.currentTarget.value })
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(form)
  }
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Section title={words.form}>
        <form onSubmit={onSubmit}>
          <Stack>
            <KeptDraft draft={draft} />
            <TextInput label={common.name} description={words.nameHint} {...input("name")} />
            <TextInput label={words.heading} {...input("title")} />
            <Textarea label={words.textBelowHeading} autosize {...input("intro")} />
            <FieldsInput
              fields={form.fields}
              error={issuesOf(saving.error).find(({ field }) => field.startsWith("fields"))?.message}
              onChange={(fields) => change({ fields })}
            />
            <Textarea
              label={words.consentWording}
              description={words.consentWordingHint}
              autosize
              minRows={2}
              {...input("wording")}
            />
            <TextInput label={words.button} {...input("button")} />
            <Textarea label={words.textAfterSignUp} autosize {...input("thanks")} />
            <Switch
              label={words.doubleOptIn}
              description={words.doubleOptInHint}
              checked={form.double_opt_in}
              onChange={(event) => change({ double_opt_in: event.currentTarget.checked })}
            />
            <ConfirmationInput form={form} error={saving.error} onChange={change} />
            <NativeSelect
              label={words.language}
              description={words.languageHint}
              data={languages}
              value={form.language ?? ""}
              onChange={(event) => change({ language: languageOf(event.currentTarget.value) })}
            />
            <TextsPicker
              kind="tags"
              error={undefined}
              label={words.tags}
              description={words.tagsHint}
              value={form.tags}
              onChange={(tags) => change({ tags })}
            />
            {saving.isError && <ErrorAlert error={saving.error} title={words.couldntSave} />}
            {saving.isSuccess && !draft.isUnsaved && <Alert color="teal">{words.saved}</Alert>}
            <Button type="submit" loading={saving.isPending} style={{ alignSelf: "flex-start" }}>
              {submit}
            </Button>
          </Stack>
        </form>
      </Section>
      <Section title={words.preview}>
        <FormPreview form={form} />
      </Section>
    </SimpleGrid>
  )
}
