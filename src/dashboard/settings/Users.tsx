import { Alert, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import type { Invitation, Member, Role } from "../../domain/accounts/Member.ts"
import { call, issueOf } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { Secret } from "../components/Secret.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { SettingsList, useReloadList } from "./SettingsList.tsx"

const roles = [
  { value: "member", label: "Member" },
  { value: "owner", label: "Owner" }
]

const RoleInput = (props: { readonly value: Role; readonly onChange: (role: Role) => void }) => (
  <NativeSelect
    label="Role"
    description="Owners also invite, change and remove users"
    data={roles}
    value={props.value}
    onChange={({ currentTarget }) => props.onChange(currentTarget.value === "owner" ? "owner" : "member")}
  />
)

const Actions = ({ member: { id, email, role, status, credentials } }: { readonly member: Member }) => {
  const account = useAccount()
  const [newRole, setNewRole] = useState(role)
  const [revoke, setRevoke] = useState(false)
  const params = { account, id }
  const reload = useReloadList("members")
  const reloadTokens = useReloadList("tokens")
  const reloadApps = useReloadList("apps")
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <FormModal
        size="xs"
        variant="default"
        label="Change role"
        title={`Change the role of ${email}`}
        submit="Change"
        action={() => call((api) => api.members.change({ params, payload: { role: newRole } })).then(reload)}
      >
        {() => <RoleInput value={newRole} onChange={setNewRole} />}
      </FormModal>
      {status === "active" && (
        <FormModal
          size="xs"
          variant="default"
          label="Reset password"
          title={`A new password for ${email}`}
          submit="Create link"
          action={() => call((api) => api.members.reset({ params })).then(({ data }) => data)}
          result={({ link }) => <Secret name={`link for ${email}`} secret={link} />}
        >
          {() => (
            <Text size="sm">
              You get a link to send to them. It works once, for 24 hours. Their password stays until they set a new
              one, which signs them out everywhere.
            </Text>
          )}
        </FormModal>
      )}
      <ConfirmButton
        size="xs"
        label="Remove"
        title={`Remove ${email}?`}
        action={() =>
          call((api) => api.members.remove({ params, query: { revoke_credentials: revoke ? "true" : "false" } })).then(
            () => Promise.all([reload(), reloadTokens(), reloadApps()])
          )
        }
      >
        <Stack gap="xs">
          <Text size="sm">They lose access to this account at once. Everything they created stays.</Text>
          {credentials > 0 && (
            <Checkbox
              label={`Also revoke ${credentials === 1 ? "the 1 token or app secret" : `the ${credentials} tokens and app secrets`} they created`}
              description="They may have kept a copy. Programs that use these credentials stop working at once."
              checked={revoke}
              onChange={(event) => setRevoke(event.currentTarget.checked)}
            />
          )}
          {status === "active" && (
            <Text size="sm" c="dimmed">
              They could also see the inbound addresses, the signing secret and the integration tokens. You can rotate
              them under Sending, Webhooks and Integrations Hub.
            </Text>
          )}
        </Stack>
      </ConfirmButton>
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
    <Secret name={`link for ${email}`} secret={link} />
  ) : mailed ? (
    <Alert color="teal">Invitation sent to {email}.</Alert>
  ) : (
    <Alert color="red">The mail server rejected the invitation to {email}. Invite them again later.</Alert>
  )

const emptyInvitation: Invitation = { email: "", role: "member" }

/** The users of the account: invite, change role, reset password, remove. */
export const Users = () => {
  const account = useAccount()
  const reload = useReloadList("members")
  const [form, setForm] = useState(emptyInvitation)
  const invite = async () => {
    const created = await call((api) => api.members.invite({ params: { account }, payload: form }))
    await reload()
    setForm(emptyInvitation)
    return created.data
  }
  return (
    <SettingsList
      name="members"
      intro="People with access to this account."
      create={
        <FormModal
          label="Invite"
          title="Invite a user"
          submit="Create invitation"
          action={invite}
          result={invitationView}
        >
          {(error) => (
            <>
              <TextInput
                label="E-mail"
                description="The invitation link works once, for seven days. It is sent by e-mail, or shown to you if no mail server is set up"
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
      label="Users"
      columns={[
        { title: "E-mail", cell: ({ email }) => email },
        { title: "Role", cell: ({ role }) => role },
        { title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
        { title: "Since", nowrap: true, cell: ({ created_at }) => showTime(created_at) },
        { title: "Actions", alignRight: true, cell: (member) => <Actions key={member.role} member={member} /> }
      ]}
      empty={
        <EmptyState title="No members yet">The owners of the parent account have access to this account.</EmptyState>
      }
    />
  )
}
