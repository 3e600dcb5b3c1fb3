import { Alert, Button, PasswordInput, Stack, Text } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { call, issueOf, isWrongPassword } from "../call.ts"
import { NewPasswordInput } from "../accounts/CredentialInputs.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"

const emptyForm = { current_password: "", new_password: "" }

/** The form to change the password of the signed-in user. */
export const ChangePassword = () => {
  const [form, setForm] = useState(emptyForm)
  const change = useMutation({
    mutationFn: () => call((api) => api.session.changePassword({ payload: form })),
    onSuccess: () => setForm(emptyForm)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  const currentIsWrong = isWrongPassword(change.error)
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        <Text c="dimmed" size="sm">
          A new password signs you out everywhere else.
        </Text>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          value={form.current_password}
          error={currentIsWrong ? "This is not your password" : undefined}
          onChange={(event) => setForm({ ...form, current_password: event.currentTarget.value })}
        />
        <NewPasswordInput
          label="New password"
          value={form.new_password}
          error={issueOf(change.error, "new_password")}
          onChange={(new_password) => setForm({ ...form, new_password })}
        />
        {change.isError && !currentIsWrong && <ErrorAlert error={change.error} />}
        {change.isSuccess && <Alert color="teal">Your password is changed. All other sessions have ended.</Alert>}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: "flex-start" }}>
          Change password
        </Button>
      </Stack>
    </form>
  )
}
