import { Alert, Button, Stack, TextInput } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { call, issueOf } from "../call.ts"
import { Failure, Loading } from "../components/States.tsx"
import { useAccount } from "../useAccount.ts"

interface Form {
  readonly name: string
  readonly default_country: string
  readonly timezone: string
}

const Fields = ({ saved }: { readonly saved: Form }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [form, setForm] = useState(saved)
  const save = useMutation({
    mutationFn: () => call((api) => api.accounts.change({ params: { account }, payload: form })),
    onSuccess: () => queries.invalidateQueries()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        <TextInput
          label="Name"
          required
          value={form.name}
          error={issueOf(save.error, "name")}
          onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
        />
        <TextInput
          label="Country"
          description="Two letters; how national phone numbers are read"
          required
          maxLength={2}
          value={form.default_country}
          error={issueOf(save.error, "default_country")}
          onChange={(event) => setForm({ ...form, default_country: event.currentTarget.value.toUpperCase() })}
        />
        <TextInput
          label="Time zone"
          description="Such as Europe/Berlin; texts go out from 08:00 to 20:00 there"
          required
          value={form.timezone}
          error={issueOf(save.error, "timezone")}
          onChange={(event) => setForm({ ...form, timezone: event.currentTarget.value })}
        />
        {save.isError && <Failure error={save.error} />}
        {save.isSuccess && <Alert color="teal">Saved.</Alert>}
        <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
          Save
        </Button>
      </Stack>
    </form>
  )
}

/** Name, country and time zone of the account. */
export const AccountSettings = () => {
  const account = useAccount()
  const settings = useQuery({
    queryKey: ["account", account],
    queryFn: () => call((api) => api.accounts.read({ params: { account } }))
  })
  if (settings.error !== null) return <Failure error={settings.error} retry={() => void settings.refetch()} />
  if (settings.data === undefined) return <Loading />
  const { name, default_country, timezone } = settings.data.data
  return <Fields key={account} saved={{ name, default_country, timezone }} />
}
