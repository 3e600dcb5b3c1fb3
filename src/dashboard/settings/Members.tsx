import { Alert, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import type { Invitation, Member, Role } from "../../domain/accounts/Member.ts"
import { call, issueOf } from "../call.ts"
import { Confirm } from "../components/Confirm.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { Secret } from "../components/Secret.tsx"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { SettingsList, useReload } from "./SettingsList.tsx"

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

const Actions = ({ of: { id, email, role, status, credentials } }: { readonly of: Member }) => {
  const account = useAccount()
  const [next, setNext] = useState(role)
  const [revoke, setRevoke] = useState(false)
  const params = { account, id }
  const reload = useReload("members")
  const reloadTokens = useReload("tokens")
  const reloadApps = useReload("apps")
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <FormModal
        size="xs"
        variant="default"
        label="Change role"
        title={`Change the role of ${email}`}
        submit="Change"
        action={() => call((api) => api.members.change({ params, payload: { role: next } })).then(reload)}
      >
        {() => <RoleInput value={next} onChange={setNext} />}
      </FormModal>
      {status === "active" && (
        <FormModal
          size="xs"
          variant="default"
          label="Reset password"
          title={`A new password for ${email}`}
          submit="Make the link"
          action={() => call((api) => api.members.reset({ params })).then(({ data }) => data)}
          result={({ link }) => <Secret name={`link for ${email}`} secret={link} />}
        >
          {() => (
            <Text size="sm">
              You get a link to send them; it works once, for 24 hours. Their password stays until they set a new one,
              which ends all their sessions.
            </Text>
          )}
        </FormModal>
      )}
      <Confirm
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
          <Text size="sm">They lose this account at once, wherever they are signed in. What they did stays.</Text>
          {credentials > 0 && (
            <Checkbox
              label={`Also revoke ${credentials === 1 ? "the 1 token or app secret" : `the ${credentials} tokens and app secrets`} they created`}
              description="They may have kept a copy. Programs that use them stop working at once."
              checked={revoke}
              onChange={(event) => setRevoke(event.currentTarget.checked)}
            />
          )}
          {status === "active" && (
            <Text size="sm" c="dimmed">
              They could also see the inbound addresses, the signing secret and the integration tokens: rotate them
              under Webhooks and Integrations Hub if that matters.
            </Text>
          )}
        </Stack>
      </Confirm>
    </Group>
  )
}

const invited = ({
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
    <Alert color="teal">The invitation is on its way to {email}.</Alert>
  ) : (
    <Alert color="red">The mail server did not take the invitation to {email}. Invite them again in a while.</Alert>
  )

const blank: Invitation = { email: "", role: "member" }

/** The people of the account: invited by a link, changed, removed. */
export const Members = () => {
  const account = useAccount()
  const reload = useReload("members")
  const [form, setForm] = useState(blank)
  const invite = async () => {
    const made = await call((api) => api.members.invite({ params: { account }, payload: form }))
    await reload()
    setForm(blank)
    return made.data
  }
  return (
    <SettingsList
      name="members"
      intro="People who may act for this account."
      create={
        <FormModal label="Invite" title="Invite somebody" submit="Create invitation" action={invite} result={invited}>
          {(error) => (
            <>
              <TextInput
                label="E-mail"
                description="The invitation is a link that works once, for seven days. It is mailed to them; where this service sends no mail, you get it to pass on"
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
      read={(of) => call((api) => api.members.list({ params: { account: of }, query: { per_page: 100 } }))}
      label="Users"
      columns={[
        { title: "E-mail", of: ({ email }) => email },
        { title: "Role", of: ({ role }) => role },
        { title: "Status", of: ({ status }) => <State state={status} /> },
        { title: "Since", once: true, of: ({ created_at }) => showTime(created_at) },
        { title: "Actions", right: true, of: (member) => <Actions key={member.role} of={member} /> }
      ]}
      empty={<Empty title="Nobody of its own">The owners of the account above act for this one.</Empty>}
    />
  )
}
