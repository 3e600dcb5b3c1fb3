import { Alert, Button, NumberInput, Stack, Text } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { FormEvent } from "react"
import type { ManagedAccount } from "../../domain/accounts/Account.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useIsOperator } from "../accounts/useSession.ts"
import { call, issueOf } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { Section } from "../components/Section.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsAccounts.ts"

const fields = [
  ["per_minute", words.requestsPerMinute],
  ["per_day", words.requestsPerDay],
  ["subaccounts", words.subaccountLimit]
] as const

type Limit = (typeof fields)[number][0]

type Entries = Readonly<Record<Limit, number | string>>

const drafts = keptDrafts<Entries>()

const LimitsForm = ({ saved }: { readonly saved: ManagedAccount["limits"] }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const draft = useDraft<Entries>(drafts, saved)
  const { form, setForm } = draft
  const save = useMutation({
    mutationFn: (sent: Entries) => {
      const limits = {
        per_minute: Number(sent.per_minute),
        per_day: Number(sent.per_day),
        subaccounts: Number(sent.subaccounts)
      }
      return call((api) => api.accounts.change({ params: { account }, payload: { limits } }))
    },
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
      <Stack maw={320}>
        <KeptDraft draft={draft} />
        {fields.map(([key, label]) => (
          <NumberInput
            key={key}
            label={label}
            required
            min={0}
            allowDecimal={false}
            thousandSeparator=","
            value={form[key]}
            error={issueOf(save.error, `limits.${key}`)}
            onChange={(value) => setForm({ ...form, [key]: value })}
          />
        ))}
        {save.isError && <ErrorAlert error={save.error} />}
        {save.isSuccess && !draft.isUnsaved && <Alert color="teal">{words.saved}</Alert>}
        <Button type="submit" loading={save.isPending} w="fit-content">
          {common.save}
        </Button>
      </Stack>
    </form>
  )
}

/** The limits of the account, which the operator of the service may change. */
export const Limits = () => {
  const account = useAccount()
  const isOperator = useIsOperator()
  const query = useQuery({
    queryKey: ["account", account],
    queryFn: () => call((api) => api.accounts.read({ params: { account } }))
  })
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  const { limits, parent_id } = query.data.data
  return (
    <Section
      title={words.limits}
      subtitle={parent_id === null ? words.accountSharesLimits : words.subaccountDrawsOnLimits}
    >
      {isOperator ? (
        <LimitsForm key={account} saved={limits} />
      ) : (
        <Stack>
          <DescriptionList items={fields.map(([key, label]) => [label, limits[key].toLocaleString()])} />
          <Text size="sm" c="dimmed">
            {words.operatorChangesLimits}
          </Text>
        </Stack>
      )}
    </Section>
  )
}
