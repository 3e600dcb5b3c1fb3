import { Group, Text } from "@mantine/core"
import type { CustomIntegration } from "../../domain/integrations/CustomIntegration.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useMay } from "../accounts/useMay.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { useReloadList } from "../settings/SettingsList.tsx"
import * as words from "../words/settings/settingsStores.ts"
import { PlatformDeliveries } from "./PlatformDeliveries.tsx"
import { secretsView } from "./secretsView.tsx"

/** The buttons of a store in the list: its deliveries for all, the others for those who may change it. */
export const StoreActions = ({ integration }: { readonly integration: CustomIntegration }) => {
  const account = useAccount()
  const params = { account, id: integration.id }
  const reload = useReloadList("integrations")
  const { store_name } = integration
  const isCustom = integration.kind === "custom"
  const mayChange = useMay("integrations", "change")
  // The deliveries keep their place when the role is known at last, or a dialog that is open by then would close.
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {!isCustom && <PlatformDeliveries integration={integration} />}
      {integration.active && mayChange && (
        <>
          <FormModal
            size="xs"
            variant="default"
            label={isCustom ? words.reveal : words.setup}
            title={isCustom ? words.revealTitle(store_name) : words.setupTitle(store_name)}
            submit={isCustom ? words.reveal : words.showSetup}
            action={() => call((api) => api.integrations.reveal({ params })).then(({ data }) => data)}
            result={secretsView(integration)}
          >
            {() => <Text size="sm">{isCustom ? words.revealWarning : words.setupWarning}</Text>}
          </FormModal>
          <FormModal
            size="xs"
            variant="default"
            label={words.rotate}
            title={isCustom ? words.rotateTokenTitle(store_name) : words.rotateAddressTitle(store_name)}
            submit={words.rotate}
            action={() => call((api) => api.integrations.rotate({ params })).then(({ data }) => data)}
            result={secretsView(integration)}
          >
            {() => <Text size="sm">{isCustom ? words.rotateTokenEffect : words.rotateAddressEffect}</Text>}
          </FormModal>
          <ConfirmButton
            size="xs"
            label={words.disconnect}
            title={words.disconnectTitle(store_name)}
            action={() => call((api) => api.integrations.disconnect({ params })).then(reload)}
          >
            {words.disconnectEffect}
          </ConfirmButton>
        </>
      )}
    </Group>
  )
}
