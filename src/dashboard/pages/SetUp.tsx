import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { useMutation } from "@tanstack/react-query"
import { useLocation, useNavigate } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { call } from "../call.ts"
import { Welcome } from "../layout/Welcome.tsx"
import { Failure } from "../components/States.tsx"

/** The one-time link of a first start, or of somebody who was invited: the secret is in the fragment, so no server log has it. */
export const SetUp = () => {
  useDocumentTitle("Set up · Tally")
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
        Welcome to Tally
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        Choose how you sign in. This link works once.
      </Text>
      {hash === "" && (
        <Alert color="yellow" mb="md">
          This page needs the whole set-up link, with everything behind the #.
        </Alert>
      )}
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            value={form.email}
            onChange={(event) => setForm({ ...form, email: event.currentTarget.value })}
          />
          <PasswordInput
            label="Password"
            description="At least 8 characters"
            autoComplete="new-password"
            required
            minLength={8}
            value={form.password}
            onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
          />
          {setUp.isError && <Failure error={setUp.error} />}
          <Button type="submit" loading={setUp.isPending} disabled={hash === ""}>
            Start
          </Button>
        </Stack>
      </form>
    </Welcome>
  )
}
