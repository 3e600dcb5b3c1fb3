import { Text, Textarea } from "@mantine/core"
import { useState } from "react"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { useAccount } from "../accounts/useAccount.ts"

/** Sets or lifts the compliance suppression of a contact. The consent ledger records the reason. */
export const ComplianceSuppression = (props: {
  readonly contact_id: string
  readonly name: string
  readonly suppressed: boolean
  readonly onDone: () => Promise<unknown>
}) => {
  const { contact_id: id, name, suppressed } = props
  const account = useAccount()
  const [reason, setReason] = useState("")
  const request = { params: { account, id }, payload: { reason } }
  const change = () =>
    call((api) => (suppressed ? api.messages.lift({ params: { account, id } }) : api.messages.suppress(request)))
  return (
    <FormModal
      variant="default"
      label={suppressed ? "Lift suppression" : "Suppress"}
      title={suppressed ? `Lift the compliance suppression of ${name}?` : `Suppress ${name} for compliance?`}
      submit={suppressed ? "Lift suppression" : "Suppress"}
      action={() => change().then(props.onDone)}
    >
      {() =>
        suppressed ? (
          <Text size="sm">The consent from before the suppression applies again.</Text>
        ) : (
          <>
            <Text size="sm">
              This contact gets no e-mail. Orders, imports and API calls can&apos;t change that; only lifting the
              suppression here does.
            </Text>
            <Textarea
              label="Reason"
              description="Kept in the consent ledger"
              required
              autosize
              minRows={2}
              maxLength={5_000}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )
      }
    </FormModal>
  )
}
