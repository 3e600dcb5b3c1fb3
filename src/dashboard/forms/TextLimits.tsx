import { Alert, Button, MultiSelect, NumberInput, Stack } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { FormEvent } from "react"
import type { FormTextLimits } from "../../domain/forms/FormTextLimits.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issueOf, issuesOf } from "../call.ts"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { Section } from "../components/Section.tsx"
import { countryOptions } from "../settings/placeOptions.ts"
import * as words from "../words/forms.ts"

interface Entries {
  readonly perHour: number | string
  readonly countries: ReadonlyArray<string>
}

const drafts = keptDrafts<Entries>()

const LimitsForm = ({ limits, onSaved }: { readonly limits: FormTextLimits; readonly onSaved: () => void }) => {
  const account = useAccount()
  const draft = useDraft<Entries>(drafts, { perHour: limits.texts_per_hour, countries: limits.countries ?? [] })
  const { perHour, countries } = draft.form
  const save = useMutation({
    mutationFn: (sent: Entries) => {
      const payload = {
        texts_per_hour: Number(sent.perHour),
        countries: sent.countries.length === 0 ? null : sent.countries
      }
      return call((api) => api.forms.setTexts({ params: { account }, payload }))
    },
    onSuccess: (_, sent) => {
      draft.settle(sent, sent)
      onSaved()
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(draft.form)
  }
  return (
    <form onSubmit={submit}>
      <Stack maw={520}>
        <KeptDraft draft={draft} />
        <NumberInput
          label={words.textsPerHour}
          description={words.textsPerHourHint}
          value={perHour}
          min={0}
          max={10_000}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          required
          error={issueOf(save.error, "texts_per_hour")}
          onChange={(entry) => draft.setForm({ perHour: entry, countries })}
        />
        <MultiSelect
          label={words.textCountries}
          description={words.textCountriesHint}
          data={countryOptions}
          value={[...countries]}
          searchable
          error={issueOf(save.error, "countries")}
          onChange={(codes) => draft.setForm({ perHour, countries: codes })}
        />
        {save.isError && issuesOf(save.error).length === 0 && <ErrorAlert error={save.error} />}
        {save.isSuccess && !draft.isUnsaved && <Alert color="teal">{words.saved}</Alert>}
        <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
          {words.saveTexts}
        </Button>
      </Stack>
    </form>
  )
}

/** The texts that the account's forms may ask people with (contract §16). */
export const TextLimits = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const queryKey = ["form-texts", account]
  const query = useQuery({ queryKey, queryFn: () => call((api) => api.forms.readTexts({ params: { account } })) })
  return (
    <Section title={words.texts} subtitle={words.textsHint}>
      {query.error !== null && <ErrorAlert error={query.error} retry={() => void query.refetch()} />}
      {query.error === null && query.data === undefined && <Loading />}
      {query.data !== undefined && (
        <LimitsForm limits={query.data.data} onSaved={() => void queries.invalidateQueries({ queryKey })} />
      )}
    </Section>
  )
}
