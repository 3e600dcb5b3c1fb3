import { Alert, Button, PasswordInput, Stack, Text } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { call, issueOf, isWrongPassword } from "../call.ts"
import { NewPasswordInput } from "../accounts/CredentialInputs.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import * as words from "../words/settings/settings.ts"

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
          {words.newPasswordSignsOut}
        </Text>
        <PasswordInput
          label={words.currentPassword}
          autoComplete="current-password"
          required
          value={form.current_password}
          error={currentIsWrong ? words.wrongPassword : undefined}
          onChange={(event) => setForm({ ...form, current_password: event.currentTarget.value })}
        />
        <NewPasswordInput
          label={words.newPassword}
          value={form.new_password}
          error={issueOf(change.error, "new_password")}
          onChange={(new_password) => setForm({ ...form, new_password })}
        />
        {change.isError && !currentIsWrong && <ErrorAlert error={change.error} />}
        {change.isSuccess && <Alert color="teal">{words.passwordChanged}</Alert>}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: "flex-start" }}>
          {words.changePassword}
        </Button>
      </Stack>
    </form>
  )
}
