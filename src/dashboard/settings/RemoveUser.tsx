import { Checkbox, Stack, Text } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { MadeCredential } from "../../domain/accounts/MadeCredential.ts"
import type { Member } from "../../domain/accounts/Member.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsUsers.ts"

interface Made {
  readonly data: ReadonlyArray<MadeCredential>
  readonly total: number
}

const CredentialsInput = (props: {
  readonly made: Made
  readonly kept: ReadonlySet<string>
  readonly onChange: (kept: ReadonlySet<string>) => void
}) => {
  const { made, kept, onChange } = props
  const account = useAccount()
  const toggle = (id: string) => {
    const next = new Set(kept)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <Checkbox.Group
      label={words.revokeTheirs}
      description={words.revokeEffect}
      value={made.data.map(({ id }) => id).filter((id) => !kept.has(id))}
    >
      <Stack gap="xs" mt="xs" mah={280} style={{ overflowY: "auto" }} tabIndex={0}>
        {made.data.map(({ id, kind, name, account_id, account_name }) => (
          <Checkbox
            key={id}
            value={id}
            label={words.madeCredential(kind, name, account_id === account ? undefined : account_name)}
            onChange={() => toggle(id)}
          />
        ))}
      </Stack>
      {made.total > made.data.length && (
        <Text size="sm" mt="xs">
          {words.furtherCredentials(made.total - made.data.length)}
        </Text>
      )}
    </Checkbox.Group>
  )
}

/** Removes a user, and revokes what the user made: each credential is ticked until the owner decides otherwise. */
export const RemoveUser = ({ member: { id, email } }: { readonly member: Member }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const params = { account, id }
  const remove = async (made: Made | undefined) => {
    const ids = (made?.data ?? []).map((each) => each.id).filter((each) => !kept.has(each))
    const some = ids.length === 0 ? "false" : ids.join(",")
    await call((api) => api.members.remove({ params, query: { revoke_credentials: kept.size === 0 ? "true" : some } }))
    await queries.invalidateQueries()
  }
  const query = ["made-credentials", account, id]
  return (
    <ConfirmButton
      size="xs"
      label={common.remove}
      title={words.removeTitle(email)}
      action={() => remove(queries.getQueryData<Made>(query))}
    >
      <RemovalEffect queryKey={query} params={params} kept={kept} onChange={setKept} />
    </ConfirmButton>
  )
}

const RemovalEffect = (props: {
  readonly queryKey: ReadonlyArray<string>
  readonly params: { readonly account: string; readonly id: string }
  readonly kept: ReadonlySet<string>
  readonly onChange: (kept: ReadonlySet<string>) => void
}) => {
  const { queryKey, params, kept, onChange } = props
  const made = useQuery({ queryKey, queryFn: () => call((api) => api.members.credentials({ params })) })
  return (
    <Stack gap="xs">
      <Text size="sm">{words.removeEffect}</Text>
      {made.isLoading && <Loading />}
      {made.error !== null && <ErrorAlert error={made.error} retry={() => void made.refetch()} />}
      {made.data !== undefined && made.data.total > 0 && (
        <CredentialsInput made={made.data} kept={kept} onChange={onChange} />
      )}
      <Text size="sm" c="dimmed">
        {words.secretsSeen}
      </Text>
    </Stack>
  )
}
