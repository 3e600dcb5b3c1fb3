import { PasswordInput, TextInput } from "@mantine/core"

interface Input {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The e-mail address that somebody signs in with. */
export const SignInEmail = ({ onChange, ...input }: Input & { readonly description?: string }) => (
  <TextInput
    label="E-mail"
    type="email"
    autoComplete="username"
    required
    {...input}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

/** A password that is chosen. */
export const NewPassword = ({
  onChange,
  ...input
}: Input & { readonly label: string; readonly error?: string | undefined }) => (
  <PasswordInput
    description="At least 8 characters"
    autoComplete="new-password"
    required
    minLength={8}
    {...input}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
