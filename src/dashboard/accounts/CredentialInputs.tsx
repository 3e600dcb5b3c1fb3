import { PasswordInput, TextInput } from "@mantine/core"

interface InputProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The input for the e-mail address of a sign-in. */
export const SignInEmailInput = ({ onChange, ...input }: InputProps & { readonly description?: string }) => (
  <TextInput
    label="E-mail"
    type="email"
    autoComplete="username"
    required
    {...input}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

/** The input for a password that the user chooses. */
export const NewPasswordInput = ({
  onChange,
  ...input
}: InputProps & { readonly label: string; readonly error?: string | undefined }) => (
  <PasswordInput
    description="At least 8 characters"
    autoComplete="new-password"
    required
    minLength={8}
    {...input}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
