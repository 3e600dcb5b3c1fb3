import { useQueryClient } from "@tanstack/react-query"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { Section } from "../components/Section.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { useHooks } from "./useHooks.ts"

/** The signing secret of webhooks, which can be rotated. */
export const Webhooks = () => {
  const queries = useQueryClient()
  const { hooks, params, queryKey } = useHooks()
  if (hooks.data === undefined && hooks.error !== null)
    return <ErrorAlert error={hooks.error} retry={() => void hooks.refetch()} />
  if (hooks.data === undefined) return <Loading />
  const { webhook_secret } = hooks.data.data
  return (
    <Section
      title="Signing secret"
      subtitle="Receivers of your webhooks use it to verify that a call is from this account. All users of the account see it."
      actions={
        <ConfirmButton
          size="xs"
          label="Rotate secret"
          title="Rotate the signing secret?"
          action={async () => queries.setQueryData(queryKey, await call((api) => api.hooks.rotateSecret({ params })))}
        >
          Webhooks are signed with the new secret from now on. Receivers reject calls until they have it. Rejected calls
          are retried for three days.
        </ConfirmButton>
      }
    >
      <CopyableText label="signing secret" text={webhook_secret} />
    </Section>
  )
}
