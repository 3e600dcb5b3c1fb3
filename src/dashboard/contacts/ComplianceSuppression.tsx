import { Text, Textarea } from "@mantine/core"
import { useState } from "react"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { OwnersOnly } from "../accounts/OwnersOnly.tsx"
import { useMay } from "../accounts/useMay.ts"
import * as common from "../words/common.ts"
import * as words from "../words/contacts/contacts.ts"

/** Sets or lifts the compliance suppression of a contact. The consent ledger records the reason. */
export const ComplianceSuppression = (props: {
  readonly contact_id: string
  readonly name: string
  readonly suppressed: boolean
  readonly onDone: () => Promise<unknown>
}) => {
  const { contact_id: id, name, suppressed } = props
  const account = useAccount()
  const mayLift = useMay("messages", "lift")
  const [reason, setReason] = useState("")
  const request = { params: { account, id }, payload: { reason } }
  const change = () =>
    call((api) => (suppressed ? api.messages.lift({ params: { account, id } }) : api.messages.suppress(request)))
  return (
    <OwnersOnly may={!suppressed || mayLift}>
      <FormModal
        variant="default"
        label={suppressed ? words.liftSuppression : words.suppress}
        title={suppressed ? words.liftTitle(name) : words.suppressTitle(name)}
        submit={suppressed ? words.liftSuppression : words.suppress}
        action={() => change().then(props.onDone)}
      >
        {() =>
          suppressed ? (
            <Text size="sm">{words.liftText}</Text>
          ) : (
            <>
              <Text size="sm">{words.suppressText}</Text>
              <Textarea
                label={common.reason}
                description={words.keptInLedger}
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
    </OwnersOnly>
  )
}
