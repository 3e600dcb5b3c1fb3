import { Alert, Button, Checkbox, Stack, Text, Textarea } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { FormEvent } from "react"
import type { ShownSite } from "../../domain/visits/Site.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issuesOf } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { showTime } from "../format.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsSite.ts"

const originsOf = (text: string): ReadonlyArray<string> => text.split(/[\s,]+/).filter((origin) => origin !== "")

const formOf = ({ origins, consent_elsewhere }: typeof ShownSite.Type) => ({
  text: origins.join("\n"),
  isElsewhere: consent_elsewhere
})

const drafts = keptDrafts<ReturnType<typeof formOf>>()

/** The form of the site's addresses and of where consent is kept. Names the last page whose call was dropped, so that its address can be added. */
export const SiteForm = ({ site }: { readonly site: typeof ShownSite.Type }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const draft = useDraft(drafts, formOf(site))
  const { text, isElsewhere } = draft.form
  const setText = (next: string) => draft.setForm({ text: next, isElsewhere })
  const save = useMutation({
    mutationFn: (sent: typeof draft.form) => {
      const payload = { origins: originsOf(sent.text), consent_elsewhere: sent.isElsewhere }
      return call((api) => api.site.set({ params: { account }, payload }))
    },
    onSuccess: (saved, sent) => {
      draft.settle(formOf(saved.data), sent)
      queries.setQueryData(["site", account], saved)
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(draft.form)
  }
  const { refused_origin, refused_at } = site
  const other = refused_origin !== null && !originsOf(text).includes(refused_origin) ? refused_origin : undefined
  const issue = issuesOf(save.error).find(({ field }) => field.startsWith("origins"))
  return (
    <form onSubmit={submit}>
      <Stack maw={520}>
        <KeptDraft draft={draft} />
        {other !== undefined && (
          <Alert color="orange">
            <Stack gap="xs" align="flex-start">
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {words.otherSite(other, showTime(refused_at))}
              </Text>
              <Button size="xs" variant="default" onClick={() => setText([...originsOf(text), other].join("\n"))}>
                {words.addOrigin(other)}
              </Button>
            </Stack>
          </Alert>
        )}
        <Textarea
          label={words.origins}
          description={words.originsUse}
          placeholder={words.originsExample}
          autosize
          minRows={2}
          maxRows={20}
          spellCheck={false}
          value={text}
          error={issue?.message}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Checkbox
          label={words.consentElsewhere}
          description={words.consentElsewhereUse}
          checked={isElsewhere}
          onChange={({ currentTarget }) => draft.setForm({ text, isElsewhere: currentTarget.checked })}
        />
        {save.isError && <ErrorAlert error={save.error} title={words.notSaved} />}
        {save.isSuccess && !draft.isUnsaved && <Alert color="teal">{words.saved}</Alert>}
        <Button type="submit" loading={save.isPending} w="fit-content">
          {common.save}
        </Button>
      </Stack>
    </form>
  )
}
