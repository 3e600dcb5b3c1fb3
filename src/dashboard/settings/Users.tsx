import { Alert, Group, NativeSelect, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import type { Invitation, Member, Role } from "../../domain/accounts/Member.ts"
import { call, issueOf } from "../call.ts"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { FormModal } from "../components/FormModal.tsx"
import { Secret } from "../components/Secret.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import type { Column } from "../components/Table.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useMay } from "../accounts/useMay.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsUsers.ts"
import { RemoveUser } from "./RemoveUser.tsx"
import { SettingsList, useReloadList } from "./SettingsList.tsx"

const roles = [
  { value: "member", label: words.roles.member },
  { value: "owner", label: words.roles.owner }
]

const RoleInput = (props: { readonly value: Role; readonly onChange: (role: Role) => void }) => (
  <NativeSelect
    label={words.role}
    description={words.ownersManageUsers}
    data={roles}
    value={props.value}
    onChange={({ currentTarget }) => props.onChange(currentTarget.value === "owner" ? "owner" : "member")}
  />
)

const Actions = ({ member }: { readonly member: Member }) => {
  const { id, email, role, status } = member
  const account = useAccount()
  const [newRole, setNewRole] = useState(role)
  const params = { account, id }
  const reload = useReloadList("members")
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <FormModal
        size="xs"
        variant="default"
        label={words.changeRole}
        title={words.changeRoleTitle(email)}
        submit={words.change}
        action={() => call((api) => api.members.change({ params, payload: { role: newRole } })).then(reload)}
      >
        {() => <RoleInput value={newRole} onChange={setNewRole} />}
      </FormModal>
      {status === "active" && (
        <FormModal
          size="xs"
          variant="default"
          label={words.resetPassword}
          title={words.resetPasswordTitle(email)}
          submit={words.createLink}
          action={() => call((api) => api.members.reset({ params })).then(({ data }) => data)}
          result={({ link }) => <Secret name={words.linkFor(email)} secret={link} />}
        >
          {() => <Text size="sm">{words.resetPasswordEffect}</Text>}
        </FormModal>
      )}
      <RemoveUser member={member} />
    </Group>
  )
}

const invitationView = ({
  email,
  link,
  mailed
}: {
  readonly email: string
  readonly link: string | null
  readonly mailed: boolean
}) =>
  link !== null ? (
    <Secret name={words.linkFor(email)} secret={link} />
  ) : mailed ? (
    <Alert color="teal">{words.invitationSent(email)}</Alert>
  ) : (
    <Alert color="orange">{words.invitationRejected(email)}</Alert>
  )

// The last column stays in view on narrow screens, where it covers others: without actions, that is the status.
const statusColumn: Column<Member> = { title: common.status, cell: ({ status }) => <StatusBadge status={status} /> }
const sinceColumn: Column<Member> = {
  title: words.since,
  nowrap: true,
  cell: ({ created_at }) => showTime(created_at)
}
const actionsColumn: Column<Member> = {
  title: words.actions,
  alignRight: true,
  cell: (member) => <Actions key={member.role} member={member} />
}

const emptyInvitation: Invitation = { email: "", role: "member" }

const drafts = keptDrafts<Invitation>()

/** The users of the account: invite, change role, reset password, remove. */
export const Users = () => {
  const account = useAccount()
  const isOwner = useMay("members", "invite")
  const reload = useReloadList("members")
  const draft = useDraft(drafts, emptyInvitation)
  const { form, setForm } = draft
  const invite = async () => {
    const created = await call((api) => api.members.invite({ params: { account }, payload: form }))
    await reload()
    draft.settle(emptyInvitation)
    return created.data
  }
  return (
    <SettingsList
      name="members"
      mayChange={isOwner}
      intro={words.usersIntro}
      create={
        <FormModal
          label={words.invite}
          title={words.inviteTitle}
          submit={words.createInvitation}
          action={invite}
          result={invitationView}
        >
          {(error) => (
            <>
              <KeptDraft draft={draft} />
              <TextInput
                label={common.email}
                description={words.invitationUse}
                type="email"
                required
                value={form.email}
                error={issueOf(error, "email")}
                onChange={(event) => setForm({ ...form, email: event.currentTarget.value })}
              />
              <RoleInput value={form.role} onChange={(role) => setForm({ ...form, role })} />
            </>
          )}
        </FormModal>
      }
      load={(ownerAccount) =>
        call((api) => api.members.list({ params: { account: ownerAccount }, query: { per_page: 100 } }))
      }
      label={words.users}
      columns={[
        { title: common.email, fills: true, cell: ({ email }) => email },
        { title: words.role, cell: ({ role }) => words.roles[role] },
        ...(isOwner ? [statusColumn, sinceColumn, actionsColumn] : [sinceColumn, statusColumn])
      ]}
      empty={
        <EmptyState
          title={words.noMembersYet}
          sample={[
            words.sampleMember,
            words.roles.owner,
            <StatusBadge key="status" status="active" />,
            words.sampleTime
          ]}
        >
          {words.parentOwnersHaveAccess}
        </EmptyState>
      }
    />
  )
}
