import { Alert, Button, Group, Stack, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import type { FormEvent } from "react"
import type { SenderState } from "../../domain/senders/SenderState.ts"
import { OwnersOnly } from "../accounts/OwnersOnly.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { useMay } from "../accounts/useMay.ts"
import { call, issueOf, issuesOf } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { Section } from "../components/Section.tsx"
import { useDraft } from "../components/useDraft.ts"
import * as words from "../words/sending/sending.ts"
import { useSetSender } from "./useSender.ts"

const formOf = ({ sms_part_price: price }: SenderState) => ({
  amount: price?.amount ?? "",
  currency: price?.currency ?? ""
})

const drafts = keptDrafts<ReturnType<typeof formOf>>()

/** The form for what the provider of texts charges for one part. */
export const PartPrice = ({ sender }: { readonly sender: SenderState }) => {
  const account = useAccount()
  const setSender = useSetSender()
  const mayChange = useMay("sender", "change")
  const draft = useDraft(drafts, formOf(sender))
  const { form } = draft
  const save = useMutation({
    mutationFn: (sent: typeof form) => {
      // A comma can only be a decimal sign: no price has thousands.
      const [amount, currency] = [sent.amount.trim().replace(",", "."), sent.currency.trim()]
      const sms_part_price = amount === "" ? null : { amount, currency }
      return call((api) => api.sender.change({ params: { account }, payload: { sms_part_price } }))
    },
    onSuccess: (saved, sent) => {
      setSender(saved)
      draft.settle(formOf(saved.data), sent)
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(form)
  }
  const input = (field: keyof typeof form) => ({
    value: form[field],
    error: issueOf(save.error, `sms_part_price.${field}`),
    autoComplete: "off",
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      draft.setForm({ ...form, [field]: event.currentTarget.value })
      if (!save.isIdle) save.reset()
    }
  })
  return (
    <Section title={words.partPrice} subtitle={words.partPriceExplained}>
      <OwnersOnly may={mayChange}>
        <form onSubmit={submit}>
          <Stack maw={520}>
            <KeptDraft draft={draft} />
            <Group grow align="flex-start" preventGrowOverflow={false}>
              <TextInput
                label={words.partAmount}
                description={words.partAmountExplained}
                inputMode="decimal"
                {...input("amount")}
              />
              <TextInput label={words.partCurrency} description={words.partCurrencyExplained} {...input("currency")} />
            </Group>
            {save.isError && issuesOf(save.error).length === 0 && (
              <ErrorAlert error={save.error} title={words.couldNotSave} />
            )}
            {save.isSuccess && !draft.isUnsaved && <Alert color="teal">{words.saved}</Alert>}
            <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
              {words.savePartPrice}
            </Button>
          </Stack>
        </form>
      </OwnersOnly>
    </Section>
  )
}
