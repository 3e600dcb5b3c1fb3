import { Button, PasswordInput, Stack } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactNode, useState } from "react"
import { call } from "../call.ts"
import { SignInEmail } from "../components/Credentials.tsx"
import { Failure } from "../components/States.tsx"

/** E-mail and password, on a page of its own or over the page whose session ended. `below` gets the e-mail as it is typed. */
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
        <SignInEmail value={email} onChange={setEmail} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {signIn.isError && <Failure error={signIn.error} />}
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
        {props.below?.(email)}
      </Stack>
    </form>
  )
}
