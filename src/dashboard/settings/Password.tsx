import { Alert, Button, PasswordInput, Stack, Text } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { call, issueOf, isWrongPassword } from "../call.ts"
import { NewPassword } from "../components/Credentials.tsx"
import { Failure } from "../components/States.tsx"

const blank = { current_password: "", new_password: "" }

/** Changes the password of who is signed in. */
export const Password = () => {
  const [form, setForm] = useState(blank)
  const change = useMutation({
    mutationFn: () => call((api) => api.session.changePassword({ payload: form })),
    onSuccess: () => setForm(blank)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  const wrong = isWrongPassword(change.error)
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        <Text c="dimmed" size="sm">
          A new password ends all your other sessions, wherever you are signed in.
        </Text>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          value={form.current_password}
          error={wrong ? "This is not your password" : undefined}
          onChange={(event) => setForm({ ...form, current_password: event.currentTarget.value })}
        />
        <NewPassword
          label="New password"
          value={form.new_password}
          error={issueOf(change.error, "new_password")}
          onChange={(new_password) => setForm({ ...form, new_password })}
        />
        {change.isError && !wrong && <Failure error={change.error} />}
        {change.isSuccess && <Alert color="teal">Your password is changed; all other sessions have ended.</Alert>}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: "flex-start" }}>
          Change password
        </Button>
      </Stack>
    </form>
  )
}
