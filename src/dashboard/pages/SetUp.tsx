import { Alert, Button, Divider, Stack, Text, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useLocation, useNavigate } from "@tanstack/react-router"
import { type FormEvent, type ReactNode, useState } from "react"
import { invitationPrefix } from "../../domain/accounts/Member.ts"
import { call, issueOf } from "../call.ts"
import { NewPassword, SignInEmail } from "../components/Credentials.tsx"
import { Welcome } from "../layout/Welcome.tsx"
import { Failure } from "../components/States.tsx"

const LinkForm = (props: {
  readonly title: string
  readonly hint: string
  readonly submit: string
  readonly above?: ReactNode
}) => {
  useDocumentTitle(`${props.title} · Tally`)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [form, setForm] = useState({ email: "", password: "" })
  const [newPassword, setNewPassword] = useState("")
  const setUp = useMutation({
    mutationFn: () => {
      const replaced = newPassword === "" ? {} : { new_password: newPassword }
      return call((api) => api.session.setUp({ payload: { secret: hash, ...form, ...replaced } }))
    },
    onSuccess: () => {
      queries.clear()
      return navigate({ to: "/" })
    }
  })
  const mustReplace = issueOf(setUp.error, "new_password")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setUp.mutate()
  }
  return (
    <Welcome>
      <Title order={1} size="h3" mt="md">
        {props.title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {props.hint} This link works once.
      </Text>
      {hash === "" && (
        <Alert color="yellow" mb="md">
          This page needs the whole link, with everything behind the #.
        </Alert>
      )}
      {props.above}
      <form onSubmit={submit}>
        <Stack>
          <SignInEmail value={form.email} onChange={(email) => setForm({ ...form, email })} />
          <NewPassword label="Password" value={form.password} onChange={(password) => setForm({ ...form, password })} />
          {(mustReplace !== undefined || newPassword !== "") && (
            <NewPassword label="New password" value={newPassword} error={mustReplace} onChange={setNewPassword} />
          )}
          {setUp.isError && mustReplace === undefined && <Failure error={setUp.error} />}
          <Button type="submit" loading={setUp.isPending} disabled={hash === ""}>
            {props.submit}
          </Button>
        </Stack>
      </form>
    </Welcome>
  )
}

/** Accepts an invitation for whoever is signed in here; nothing when nobody is. */
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
      <Text size="sm">You are signed in as {email}.</Text>
      {accept.isError && <Failure error={accept.error} />}
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        Accept as {email}
      </Button>
      <Divider label="or with the invited address" />
    </Stack>
  )
}

/** The one-time link of a first start, or of somebody who was invited: the secret is in the fragment, so no server log has it. */
export const SetUp = () => {
  const { hash } = useLocation()
  const isInvitation = hash.startsWith(invitationPrefix)
  return (
    <LinkForm
      title="Welcome to Tally"
      hint={isInvitation ? "Choose a password, or give yours if you sign in here already." : "Choose how you sign in."}
      submit="Start"
      above={isInvitation ? <AcceptSignedIn secret={hash} /> : null}
    />
  )
}

/** The one-time link of somebody who forgot their password. */
export const ResetPassword = () => (
  <LinkForm
    title="Set a new password"
    hint="It ends all your sessions, wherever you are signed in."
    submit="Set the password"
  />
)
