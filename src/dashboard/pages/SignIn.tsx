import { Center, Paper, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { useNavigate } from "@tanstack/react-router"
import { SignInForm } from "../layout/SignInForm.tsx"

export const SignIn = () => {
  useDocumentTitle("Sign in · Tally")
  const navigate = useNavigate()
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w={380} maw="100%">
        <Title order={1} size="h3" mb="md">
          Sign in to Tally
        </Title>
        <SignInForm onDone={() => void navigate({ to: "/" })} />
      </Paper>
    </Center>
  )
}
