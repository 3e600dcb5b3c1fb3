import { Anchor, Button, Stack, Text, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { useMutation } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { call } from "../call.ts"
import { SignInEmail } from "../components/Credentials.tsx"
import { Welcome } from "../layout/Welcome.tsx"
import { Failure } from "../components/States.tsx"

/** Asks for a link to set a new password. What it answers does not depend on who is known here. */
export const Forgotten = () => {
  useDocumentTitle("Forgot password · Tally")
  const { state } = useLocation()
  const [email, setEmail] = useState(state.email ?? "")
  const ask = useMutation({ mutationFn: () => call((api) => api.session.forgotten({ payload: { email } })) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate()
  }
  return (
    <Welcome>
      <Title order={1} size="h3" my="md">
        Forgot your password?
      </Title>
      {ask.data === undefined ? (
        <form onSubmit={submit}>
          <Stack>
            <SignInEmail description="You get a link to set a new password" value={email} onChange={setEmail} />
            {ask.isError && <Failure error={ask.error} />}
            <Button type="submit" loading={ask.isPending}>
              Send the link
            </Button>
          </Stack>
        </form>
      ) : (
        <Text role="status">
          {ask.data.data.mailed
            ? "If somebody signs in with this address, a link is on its way there. It works once, for an hour."
            : "This service sends no mail. Ask an owner of your account, or the operator of this service, for a link to set a new password: they make it in Settings, Users."}
        </Text>
      )}
      <Anchor mt="md" size="sm" display="block" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
        Back to sign-in
      </Anchor>
    </Welcome>
  )
}
