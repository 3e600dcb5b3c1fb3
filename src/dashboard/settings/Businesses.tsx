import { Text, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { call, issueOf } from "../call.ts"
import { EmptyState } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { FormModal } from "../components/FormModal.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { NameInput } from "../components/NameInput.tsx"
import { Secret } from "../components/Secret.tsx"
import { showTime } from "../format.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsAccounts.ts"
import { SettingsList, useReloadList } from "./SettingsList.tsx"

const emptyForm = { name: "", email: "" }

const drafts = keptDrafts<typeof emptyForm>()

const NewBusiness = () => {
  const queries = useQueryClient()
  const reload = useReloadList("businesses")
  const draft = useDraft(drafts, emptyForm)
  const { form, setForm } = draft
  const open = async () => {
    const { data } = await call((api) =>
      api.accounts.open({ payload: { name: form.name, owner: { email: form.email } } })
    )
    await Promise.all([reload(), queries.invalidateQueries({ queryKey: ["session"] })])
    draft.settle(emptyForm)
    return { ...data, email: form.email }
  }
  return (
    <FormModal
      label={words.newBusiness}
      title={words.newBusiness}
      submit={common.create}
      action={open}
      result={({ setup_link, mailed, email }) =>
        setup_link === null ? (
          <Text size="sm">{mailed ? words.invitationSent(email) : words.existingPassword(email)}</Text>
        ) : (
          <Secret name={words.invitationLink} secret={setup_link} />
        )
      }
    >
      {(error) => (
        <>
          <KeptDraft draft={draft} />
          <NameInput data-autofocus value={form.name} error={error} onChange={(name) => setForm({ ...form, name })} />
          <TextInput
            label={words.ownerEmail}
            description={words.ownerGetsLink}
            type="email"
            required
            value={form.email}
            error={issueOf(error, "owner.email")}
            onChange={(event) => setForm({ ...form, email: event.currentTarget.value })}
          />
        </>
      )}
    </FormModal>
  )
}

/** The businesses of the service, for its operator. */
export const Businesses = () => (
  <SettingsList
    name="businesses"
    mayChange
    label={words.businesses}
    intro={words.businessesIntro}
    create={<NewBusiness />}
    load={() => call((api) => api.accounts.list({ query: { per_page: 100 } }))}
    columns={[
      { title: common.name, fills: true, cell: ({ name }) => name },
      {
        title: words.kind,
        nowrap: true,
        cell: ({ parent_id }) => (parent_id === null ? words.business : words.subaccount)
      },
      { title: words.timeZone, nowrap: true, cell: ({ timezone }) => timezone },
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
      <EmptyState
        title={words.noBusinessesYet}
        sample={[words.sampleBusiness, words.business, words.sampleTimeZone, words.sampleTime]}
      >
        {words.createFirstBusiness}
      </EmptyState>
    }
  />
)
