import { Anchor, Button, Stack, Text, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { useMutation } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { call } from "../call.ts"
import { SignInEmailInput } from "./CredentialInputs.tsx"
import { SignedOutLayout } from "../layout/SignedOutLayout.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"

/** The form that requests a reset link. The confirmation is the same whether or not the address has a user. */
export const ForgotPasswordPage = () => {
  useDocumentTitle("Forgot password · Tally")
  const { state } = useLocation()
  const [email, setEmail] = useState(state.email ?? "")
  const requestLink = useMutation({ mutationFn: () => call((api) => api.session.forgotten({ payload: { email } })) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    requestLink.mutate()
  }
  return (
    <SignedOutLayout>
      <Title order={1} size="h3" my="md">
        Forgot your password?
      </Title>
      {requestLink.data === undefined ? (
        <form onSubmit={submit}>
          <Stack>
            <SignInEmailInput description="We send a link to set a new password" value={email} onChange={setEmail} />
            {requestLink.isError && <ErrorAlert error={requestLink.error} />}
            <Button type="submit" loading={requestLink.isPending}>
              Send the link
            </Button>
          </Stack>
        </form>
      ) : (
        <Text role="status">
          {requestLink.data.data.mailed
            ? "If there is a user with this address, we sent a link to it. It works once, for an hour."
            : "No mail server is set up. Ask an owner of your account, or the operator of this service, for a link to set a new password. They create it under Settings, Users."}
        </Text>
      )}
      <Anchor mt="md" size="sm" display="block" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
        Back to sign-in
      </Anchor>
    </SignedOutLayout>
  )
}
