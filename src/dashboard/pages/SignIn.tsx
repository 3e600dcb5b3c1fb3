import { Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { useNavigate } from "@tanstack/react-router"
import { Welcome } from "../layout/Welcome.tsx"
import { SignInForm } from "../layout/SignInForm.tsx"

export const SignIn = () => {
  useDocumentTitle("Sign in · Tally")
  const navigate = useNavigate()
  return (
    <Welcome>
      <Title order={1} size="h3" my="md">
        Sign in to Tally
      </Title>
      <SignInForm onDone={() => void navigate({ to: "/" })} />
    </Welcome>
  )
}
