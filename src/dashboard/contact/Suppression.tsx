import { Text, Textarea } from "@mantine/core"
import { useState } from "react"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { useAccount } from "../useAccount.ts"

/** Takes a contact out of all e-mail by hand, as a bounce or a complaint does, or undoes it. The ledger keeps the reason. */
export const Suppression = (props: {
  readonly contact_id: string
  readonly name: string
  readonly suppressed: boolean
  readonly onDone: () => Promise<unknown>
}) => {
  const { contact_id: id, name, suppressed } = props
  const account = useAccount()
  const [reason, setReason] = useState("")
  const request = { params: { account, id }, payload: { reason } }
  const act = () =>
    call((api) => (suppressed ? api.messages.lift({ params: { account, id } }) : api.messages.suppress(request)))
  return (
    <FormModal
      variant="default"
      label={suppressed ? "Lift suppression" : "Suppress"}
      title={suppressed ? `Lift the compliance suppression of ${name}?` : `Suppress ${name} for compliance?`}
      submit={suppressed ? "Lift suppression" : "Suppress"}
      action={() => act().then(props.onDone)}
    >
      {() =>
        suppressed ? (
          <Text size="sm">What held before the suppression holds again.</Text>
        ) : (
          <>
            <Text size="sm">
              No e-mail goes to this contact, and no order, import or API call can change that until it is lifted here.
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
