import { Anchor, Button, Stack, Text, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { useMutation } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { call } from "../call.ts"
import * as words from "../words/accounts.ts"
import { SignInEmailInput } from "./CredentialInputs.tsx"
import { SignedOutLayout } from "../layout/SignedOutLayout.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"

/** The form that requests a reset link. The confirmation is the same whether or not the address has a user. */
export const ForgotPasswordPage = () => {
  useDocumentTitle(words.forgotDocumentTitle)
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
        {words.forgotTitle}
      </Title>
      {requestLink.data === undefined ? (
        <form onSubmit={submit}>
          <Stack>
            <SignInEmailInput description={words.forgotHint} value={email} onChange={setEmail} />
            {requestLink.isError && <ErrorAlert error={requestLink.error} />}
            <Button type="submit" loading={requestLink.isPending}>
              {words.sendLink}
            </Button>
          </Stack>
        </form>
      ) : (
        <Text role="status">{requestLink.data.data.mailed ? words.linkSent : words.noMailServer}</Text>
      )}
      <Anchor mt="md" size="sm" display="block" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
        {words.backToSignIn}
      </Anchor>
    </SignedOutLayout>
  )
}
