import { Anchor, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { Link, useNavigate } from "@tanstack/react-router"
import { SignedOutLayout } from "../layout/SignedOutLayout.tsx"
import * as words from "../words/accounts.ts"
import { SignInForm } from "./SignInForm.tsx"

/** The sign-in page. */
export const SignInPage = () => {
  useDocumentTitle(words.documentTitle(words.signIn))
  const navigate = useNavigate()
  return (
    <SignedOutLayout>
      <Title order={1} size="h3" my="md">
        {words.signInTitle}
      </Title>
      <SignInForm
        onDone={() => void navigate({ to: "/" })}
        below={(email) => (
          <Anchor size="sm" renderRoot={(props) => <Link to="/forgotten" state={{ email }} {...props} />}>
            {words.forgotPassword}
          </Anchor>
        )}
      />
    </SignedOutLayout>
  )
}
