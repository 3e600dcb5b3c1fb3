import { Alert, Button, Divider, Stack, Text, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useLocation, useNavigate } from "@tanstack/react-router"
import { type FormEvent, type ReactNode, useState } from "react"
import { invitationPrefix } from "../../domain/accounts/Member.ts"
import { call, issueOf } from "../call.ts"
import * as words from "../words/accounts.ts"
import { NewPasswordInput, SignInEmailInput } from "./CredentialInputs.tsx"
import { SignedOutLayout } from "../layout/SignedOutLayout.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"

const LinkForm = (props: {
  readonly title: string
  readonly hint: string
  readonly submit: string
  readonly above?: ReactNode
}) => {
  useDocumentTitle(words.documentTitle(props.title))
  const { hash } = useLocation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [form, setForm] = useState({ email: "", password: "" })
  const [newPassword, setNewPassword] = useState("")
  const setUp = useMutation({
    mutationFn: () => {
      const replacement = newPassword === "" ? {} : { new_password: newPassword }
      return call((api) => api.session.setUp({ payload: { secret: hash, ...form, ...replacement } }))
    },
    onSuccess: () => {
      queries.clear()
      return navigate({ to: "/" })
    }
  })
  const newPasswordIssue = issueOf(setUp.error, "new_password")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setUp.mutate()
  }
  return (
    <SignedOutLayout>
      <Title order={1} size="h3" mt="md">
        {props.title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {props.hint} {words.worksOnce}
      </Text>
      {hash === "" && (
        <Alert color="yellow" mb="md">
          {words.incompleteLink}
        </Alert>
      )}
      {props.above}
      <form onSubmit={submit}>
        <Stack>
          <SignInEmailInput value={form.email} onChange={(email) => setForm({ ...form, email })} />
          <NewPasswordInput
            label={words.password}
            value={form.password}
            onChange={(password) => setForm({ ...form, password })}
          />
          {(newPasswordIssue !== undefined || newPassword !== "") && (
            <NewPasswordInput
              label={words.newPassword}
              value={newPassword}
              error={newPasswordIssue}
              onChange={setNewPassword}
            />
          )}
          {setUp.isError && newPasswordIssue === undefined && <ErrorAlert error={setUp.error} />}
          <Button type="submit" loading={setUp.isPending} disabled={hash === ""}>
            {props.submit}
          </Button>
        </Stack>
      </form>
    </SignedOutLayout>
  )
}

/** Accepts an invitation as the signed-in user; renders nothing without a session. */
const AcceptSignedIn = ({ secret }: { readonly secret: string }) => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const session = useQuery({
    queryKey: ["session"],
    queryFn: () => call((api) => api.session.read(), { quiet: true }),
    retry: false
  })
  const accept = useMutation({
    mutationFn: () => call((api) => api.session.accept({ payload: { secret } }), { quiet: true }),
    onSuccess: () => {
      queries.clear()
      return navigate({ to: "/" })
    }
  })
  if (session.data === undefined) return null
  const { email } = session.data.data.user
  return (
    <Stack mb="lg">
      <Text size="sm">{words.signedInAs(email)}</Text>
      {accept.isError && <ErrorAlert error={accept.error} />}
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        {words.acceptAs(email)}
      </Button>
      <Divider label={words.withInvitedAddress} />
    </Stack>
  )
}

/** The page of a one-time setup or invitation link. The secret is in the fragment, so that no server logs it. */
export const SetUpPage = () => {
  const { hash } = useLocation()
  const isInvitation = hash.startsWith(invitationPrefix)
  return (
    <LinkForm
      title={words.welcome}
      hint={isInvitation ? words.choosePassword : words.chooseCredentials}
      submit={words.start}
      above={isInvitation ? <AcceptSignedIn secret={hash} /> : null}
    />
  )
}

/** The page of a one-time password reset link. */
export const ResetPasswordPage = () => (
  <LinkForm title={words.setNewPassword} hint={words.signsOutEverywhere} submit={words.setPassword} />
)
