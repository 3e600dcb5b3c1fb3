import { Button, PasswordInput, Stack } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactNode, useState } from "react"
import { call } from "../call.ts"
import * as words from "../words/accounts.ts"
import { SignInEmailInput } from "./CredentialInputs.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"

/** The form for e-mail and password. `below` renders under the button and gets the current e-mail input. */
export const SignInForm = (props: { readonly onDone: () => void; readonly below?: (email: string) => ReactNode }) => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const signIn = useMutation({
    mutationFn: () => call((api) => api.session.signIn({ payload: { email, password } })),
    onSuccess: props.onDone
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <SignInEmailInput value={email} onChange={setEmail} />
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {signIn.isError && <ErrorAlert error={signIn.error} />}
        <Button type="submit" loading={signIn.isPending}>
          {words.signIn}
        </Button>
        {props.below?.(email)}
      </Stack>
    </form>
  )
}
