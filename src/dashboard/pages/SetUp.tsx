import { Alert, Button, Stack, Text, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { useMutation } from "@tanstack/react-query"
import { useLocation, useNavigate } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { call } from "../call.ts"
import { NewPassword, SignInEmail } from "../components/Credentials.tsx"
import { Welcome } from "../layout/Welcome.tsx"
import { Failure } from "../components/States.tsx"

const LinkForm = (props: { readonly title: string; readonly hint: string; readonly submit: string }) => {
  useDocumentTitle(`${props.title} · Tally`)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [form, setForm] = useState({ email: "", password: "" })
  const setUp = useMutation({
    mutationFn: () => call((api) => api.session.setUp({ payload: { secret: hash, ...form } })),
    onSuccess: () => navigate({ to: "/" })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setUp.mutate()
  }
  return (
    <Welcome>
      <Title order={1} size="h3" mt="md">
        {props.title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {props.hint} This link works once.
      </Text>
      {hash === "" && (
        <Alert color="yellow" mb="md">
          This page needs the whole link, with everything behind the #.
        </Alert>
      )}
      <form onSubmit={submit}>
        <Stack>
          <SignInEmail value={form.email} onChange={(email) => setForm({ ...form, email })} />
          <NewPassword label="Password" value={form.password} onChange={(password) => setForm({ ...form, password })} />
          {setUp.isError && <Failure error={setUp.error} />}
          <Button type="submit" loading={setUp.isPending} disabled={hash === ""}>
            {props.submit}
          </Button>
        </Stack>
      </form>
    </Welcome>
  )
}

/** The one-time link of a first start, or of somebody who was invited: the secret is in the fragment, so no server log has it. */
export const SetUp = () => <LinkForm title="Welcome to Tally" hint="Choose how you sign in." submit="Start" />

/** The one-time link of somebody who forgot their password. */
export const ResetPassword = () => (
  <LinkForm
    title="Set a new password"
    hint="It ends all your sessions, wherever you are signed in."
    submit="Set the password"
  />
)
