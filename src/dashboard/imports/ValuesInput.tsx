import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core"
import { writableEmailConsents, writableSmsConsents } from "../../domain/contacts/consentOnWrite.ts"
import type { ImportKind } from "../../domain/imports/Import.ts"
import { showStatus } from "../format.ts"
import * as words from "../words/imports.ts"
import type { FileValues } from "./chosenFile.ts"

const Consent = <State extends string>(props: {
  readonly label: string
  readonly states: ReadonlyArray<State>
  readonly value: State | null
  readonly onChange: (state: State | null) => void
}) => (
  <NativeSelect
    size="xs"
    label={props.label}
    data={[
      { value: "", label: words.asEachRowSays },
      ...props.states.map((value) => ({ value, label: showStatus(value) }))
    ]}
    value={props.value ?? ""}
    onChange={({ currentTarget }) =>
      props.onChange(props.states.find((state) => state === currentTarget.value) ?? null)
    }
  />
)

/** One currency for orders, or one consent for contacts, for all rows of a file that say nothing stricter themselves. */
export const ValuesInput = (props: {
  readonly kind: ImportKind
  readonly values: FileValues
  readonly onChange: (values: FileValues) => void
}) =>
  props.kind === "orders" ? (
    <TextInput
      size="xs"
      label={words.currency}
      placeholder="EUR"
      maxLength={3}
      value={props.values.currency ?? ""}
      onChange={({ currentTarget: { value } }) =>
        props.onChange({ ...props.values, currency: value === "" ? null : value.toUpperCase() })
      }
    />
  ) : (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
      <Consent
        label={words.emailConsent}
        states={writableEmailConsents}
        value={props.values.email_consent}
        onChange={(email_consent) => props.onChange({ ...props.values, email_consent })}
      />
      <Consent
        label={words.smsConsent}
        states={writableSmsConsents}
        value={props.values.sms_consent}
        onChange={(sms_consent) => props.onChange({ ...props.values, sms_consent })}
      />
    </SimpleGrid>
  )
