import { Stack, Text } from "@mantine/core"
import type {
  CustomIntegration,
  PlatformWebhook as PlatformWebhookSettings
} from "../../domain/integrations/CustomIntegration.ts"
import { CopyableText } from "../components/Secret.tsx"
import * as words from "../words/settings/settingsStores.ts"
import { PlatformWebhook } from "./PlatformWebhook.tsx"

interface Secrets {
  readonly token: string
  readonly webhook: PlatformWebhookSettings | null
}

/** Shows the secrets of a store once they are read: its token, or its webhook address. */
export const secretsView =
  ({ id, kind, consent_field }: Pick<CustomIntegration, "id" | "kind" | "consent_field">) =>
  ({ token, webhook }: Secrets) =>
    webhook === null ? (
      <TokenView token={token} />
    ) : (
      <PlatformWebhook id={id} kind={kind} consent_field={consent_field} webhook={webhook} />
    )

const TokenView = ({ token }: { readonly token: string }) => (
  <Stack gap="xs">
    <Text size="sm">{words.tokenUse}</Text>
    <CopyableText label={words.integrationToken} text={token} />
  </Stack>
)
