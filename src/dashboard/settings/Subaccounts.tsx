import { useQueryClient } from "@tanstack/react-query"
import { call } from "../call.ts"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { FormModal } from "../components/FormModal.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { NameInput } from "../components/NameInput.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useMay } from "../accounts/useMay.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsAccounts.ts"
import { SettingsList, useReloadList } from "./SettingsList.tsx"

const emptyForm = { name: "" }

const drafts = keptDrafts<typeof emptyForm>()

/** The subaccounts of the account (contract §6). */
export const Subaccounts = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const reload = useReloadList("subaccounts")
  const mayCreate = useMay("subaccounts", "create")
  const draft = useDraft(drafts, emptyForm)
  const create = async () => {
    await call((api) => api.subaccounts.create({ params: { account }, payload: draft.form }))
    draft.settle(emptyForm)
    await Promise.all([reload(), queries.invalidateQueries({ queryKey: ["session"] })])
  }
  return (
    <SettingsList
      name="subaccounts"
      mayChange={mayCreate}
      intro={words.subaccountsIntro}
      create={
        <FormModal label={words.newSubaccount} title={words.newSubaccount} submit={common.create} action={create}>
          {(error) => (
            <>
              <KeptDraft draft={draft} />
              <NameInput value={draft.form.name} error={error} onChange={(name) => draft.setForm({ name })} />
            </>
          )}
        </FormModal>
      }
      load={(ownerAccount) =>
        call((api) => api.subaccounts.list({ params: { account: ownerAccount }, query: { per_page: 100 } }))
      }
      label={words.subaccounts}
      columns={[
        { title: common.name, fills: true, cell: (sub) => sub.name },
        { title: words.subaccountId, nowrap: true, cell: ({ id }) => id },
        { title: common.created, nowrap: true, cell: ({ created_at }) => showTime(created_at) },
        {
          title: words.actions,
          alignRight: true,
          cell: ({ id }) => (
            <LinkButton to="/a/$account" params={{ account: id }} size="xs" variant="default">
              {words.open}
            </LinkButton>
          )
        }
      ]}
      empty={
        <EmptyState title={words.noSubaccounts} sample={[words.sampleSubaccount, "acc_…", words.sampleTime]}>
          {words.subaccountUse}
        </EmptyState>
      }
    />
  )
}
