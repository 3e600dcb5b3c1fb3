import { Anchor, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { Link, useNavigate } from "@tanstack/react-router"
import { SignedOutLayout } from "../layout/SignedOutLayout.tsx"
import { SignInForm } from "./SignInForm.tsx"

/** The sign-in page. */
export const SignInPage = () => {
  useDocumentTitle("Sign in · Tally")
  const navigate = useNavigate()
  return (
    <SignedOutLayout>
      <Title order={1} size="h3" my="md">
        Sign in to Tally
      </Title>
      <SignInForm
        onDone={() => void navigate({ to: "/" })}
        below={(email) => (
          <Anchor size="sm" renderRoot={(props) => <Link to="/forgotten" state={{ email }} {...props} />}>
            Forgot password?
          </Anchor>
        )}
      />
    </SignedOutLayout>
  )
}
