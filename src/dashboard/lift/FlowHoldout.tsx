import { Alert, Button, NumberInput, Stack, Text } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { FormEvent } from "react"
import type { Flow } from "../../domain/flows/Flow.ts"
import { maxHoldout } from "../../domain/lift/Lift.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issueOf, issuesOf } from "../call.ts"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { Section } from "../components/Section.tsx"
import { useDraft } from "../components/useDraft.ts"
import * as words from "../words/lift.ts"
import { LiftResult } from "./LiftResult.tsx"

interface Entry {
  readonly percent: number | string
}

const drafts = keptDrafts<Entry>()

/** The share of people whom a flow holds out, and what its messages add compared with them. */
export const FlowHoldout = ({ flow }: { readonly flow: Flow }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const draft = useDraft<Entry>(drafts, { percent: flow.holdout_percent }, flow.id)
  const { percent } = draft.form
  const params = { account, id: flow.id }
  const lift = useQuery({
    queryKey: ["flow-lift", account, flow.id, flow.holdout_percent],
    queryFn: () => call((api) => api.flows.lift({ params }))
  })
  const save = useMutation({
    mutationFn: ({ percent: sent }: Entry) =>
      call((api) => api.flows.setHoldout({ params, payload: { holdout_percent: sent === "" ? 0 : Number(sent) } })),
    onSuccess: (_, sent) => {
      draft.settle(sent, sent)
      return queries.invalidateQueries({ queryKey: ["flows", account] })
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(draft.form)
  }
  const found = lift.data?.data
  return (
    <Stack>
      <Section title={words.holdout} subtitle={words.holdoutExplained}>
        <form onSubmit={submit}>
          <Stack maw={520}>
            <KeptDraft draft={draft} />
            <NumberInput
              label={words.holdoutShare}
              value={percent}
              min={0}
              max={maxHoldout}
              suffix="%"
              clampBehavior="strict"
              allowDecimal={false}
              allowNegative={false}
              error={issueOf(save.error, "holdout_percent")}
              onChange={(entry) => {
                draft.setForm({ percent: entry })
                if (!save.isIdle) save.reset()
              }}
            />
            {save.isError && issuesOf(save.error).length === 0 && <ErrorAlert error={save.error} />}
            {save.isSuccess && !draft.isUnsaved && <Alert color="teal">{words.saved}</Alert>}
            <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
              {words.save}
            </Button>
          </Stack>
        </form>
      </Section>
      {lift.isError && <ErrorAlert error={lift.error} retry={() => void lift.refetch()} />}
      {lift.isPending && <Loading />}
      {found === null && <Text size="sm">{words.noHoldout}</Text>}
      {found != null && <LiftResult lift={found} />}
    </Stack>
  )
}
