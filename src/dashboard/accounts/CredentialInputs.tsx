import { PasswordInput, TextInput } from "@mantine/core"
import * as common from "../words/common.ts"
import * as words from "../words/accounts.ts"

interface InputProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The input for the e-mail address of a sign-in. */
export const SignInEmailInput = ({ onChange, ...input }: InputProps & { readonly description?: string }) => (
  <TextInput
    label={common.email}
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
    description={words.passwordHint}
    autoComplete="new-password"
    required
    minLength={8}
    {...input}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
