import { Alert, Button, Select, Stack, TextInput } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { FormEvent } from "react"
import { Language } from "../../domain/languages/Language.ts"
import { call, issueOf } from "../call.ts"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { OwnersOnly } from "../accounts/OwnersOnly.tsx"
import { useMay } from "../accounts/useMay.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settings.ts"
import { countryOptions, zoneOptions } from "./placeOptions.ts"

const names = new Intl.DisplayNames("en", { type: "language" })
const languageOptions = Language.literals.map((value) => ({ value, label: names.of(value) ?? value }))

interface Settings {
  readonly name: string
  readonly default_country: string
  readonly timezone: string
  readonly language: Language | null
}

const drafts = keptDrafts<Settings>()

const SettingsForm = ({ saved }: { readonly saved: Settings }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const draft = useDraft(drafts, saved)
  const { form, setForm } = draft
  const save = useMutation({
    mutationFn: (sent: Settings) => call((api) => api.accounts.change({ params: { account }, payload: sent })),
    onSuccess: (_, sent) => {
      draft.settle(sent, sent)
      return queries.invalidateQueries()
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(form)
  }
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        <KeptDraft draft={draft} />
        <TextInput
          label={common.name}
          required
          value={form.name}
          error={issueOf(save.error, "name")}
          onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
        />
        <Select
          label={words.country}
          description={words.countryUse}
          required
          searchable
          allowDeselect={false}
          nothingFoundMessage={words.noMatchingCountry}
          data={countryOptions}
          value={form.default_country}
          error={issueOf(save.error, "default_country")}
          onChange={(code) => setForm({ ...form, default_country: code ?? form.default_country })}
        />
        <Select
          label={words.timeZone}
          description={words.timeZoneUse}
          required
          searchable
          allowDeselect={false}
          nothingFoundMessage={words.noMatchingTimeZone}
          data={zoneOptions(saved.timezone)}
          value={form.timezone}
          error={issueOf(save.error, "timezone")}
          onChange={(zone) => setForm({ ...form, timezone: zone ?? form.timezone })}
        />
        <Select
          label={words.language}
          description={words.languageUse}
          clearable
          placeholder={words.languageOfCountry}
          data={languageOptions}
          value={form.language}
          error={issueOf(save.error, "language")}
          onChange={(code) =>
            setForm({ ...form, language: languageOptions.find(({ value }) => value === code)?.value ?? null })
          }
        />
        {save.isError && <ErrorAlert error={save.error} title={words.settingsNotSaved} />}
        {save.isSuccess && !draft.isUnsaved && <Alert color="teal">{words.saved}</Alert>}
        <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
          {common.save}
        </Button>
      </Stack>
    </form>
  )
}

/** The form for name, country and time zone of the account. */
export const AccountSettings = () => {
  const account = useAccount()
  const mayChange = useMay("accounts", "change")
  const query = useQuery({
    queryKey: ["account", account],
    queryFn: () => call((api) => api.accounts.read({ params: { account } }))
  })
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  const { name, default_country, timezone, language } = query.data.data
  return (
    <OwnersOnly may={mayChange}>
      <SettingsForm key={account} saved={{ name, default_country, timezone, language }} />
    </OwnersOnly>
  )
}
