import { useQueryClient } from "@tanstack/react-query"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { Section } from "../components/Section.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import * as accountWords from "../words/accounts.ts"
import * as words from "../words/settings/settings.ts"
import { useHooks } from "./useHooks.ts"

/** The signing secret of webhooks, which can be rotated. */
export const Webhooks = () => {
  const queries = useQueryClient()
  const { hooks, params, queryKey, mayRead } = useHooks()
  if (!mayRead)
    return (
      <Section title={words.signingSecret} subtitle={accountWords.ownersSeeThis}>
        {null}
      </Section>
    )
  if (hooks.data === undefined && hooks.error !== null)
    return <ErrorAlert error={hooks.error} retry={() => void hooks.refetch()} />
  if (hooks.data === undefined) return <Loading />
  const { webhook_secret } = hooks.data.data
  return (
    <Section
      title={words.signingSecret}
      subtitle={words.signingSecretUse}
      actions={
        <ConfirmButton
          size="xs"
          label={words.rotateSecret}
          title={words.rotateSecretTitle}
          action={async () => queries.setQueryData(queryKey, await call((api) => api.hooks.rotateSecret({ params })))}
        >
          {words.rotateSecretEffect}
        </ConfirmButton>
      }
    >
      <CopyableText label={words.signingSecretLabel} text={webhook_secret} />
    </Section>
  )
}
