import { Stack, Switch, Textarea, TextInput } from "@mantine/core"
import { useRef } from "react"
import { defaultMail, defaultText } from "../../domain/forms/askingMessages.ts"
import type { FormInput } from "../../domain/forms/Form.ts"
import { issueOf } from "../call.ts"
import { SmsHint } from "../components/SmsHint.tsx"
import * as words from "../words/forms.ts"

/** The messages that ask to confirm a sign-up: those of the service in the visitor's language, or the form's own. */
export const ConfirmationInput = ({
  form,
  error,
  onChange
}: {
  readonly form: FormInput
  readonly error: unknown
  readonly onChange: (changed: Pick<FormInput, "confirmation_mail" | "confirmation_text">) => void
}) => {
  const language = form.language ?? "en"
  const mail = form.confirmation_mail ?? null
  const text = form.confirmation_text ?? null
  const field = useRef<HTMLTextAreaElement>(null)
  const asks = (address: "email" | "phone") => form.fields.some(({ key }) => key === address)
  const input = (name: "subject" | "text" | "button") => ({
    value: mail?.[name] ?? "",
    error: issueOf(error, `confirmation_mail.${name}`),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ confirmation_mail: { ...(mail ?? defaultMail(language)), [name]: event.currentTarget.value } })
  })
  return (
    <Stack gap="xs">
      {asks("email") && (
        <Switch
          label={words.writeMail}
          description={words.writeMailHint}
          checked={mail !== null}
          onChange={(event) =>
            onChange({ confirmation_mail: event.currentTarget.checked ? defaultMail(language) : null })
          }
        />
      )}
      {asks("email") && mail !== null && (
        <>
          <TextInput label={words.mailSubject} {...input("subject")} />
          <Textarea
            label={words.mailText}
            description={words.accountNameHint}
            autosize
            minRows={2}
            {...input("text")}
          />
          <TextInput label={words.mailButton} {...input("button")} />
        </>
      )}
      {asks("phone") && (
        <Switch
          label={words.writeText}
          description={words.writeTextHint}
          checked={text !== null}
          onChange={(event) =>
            onChange({ confirmation_text: event.currentTarget.checked ? defaultText(language) : null })
          }
        />
      )}
      {asks("phone") && text !== null && (
        <Textarea
          ref={field}
          label={words.confirmationText}
          description={words.accountNameHint}
          autosize
          value={text}
          error={issueOf(error, "confirmation_text")}
          onChange={(event) => onChange({ confirmation_text: event.currentTarget.value })}
        />
      )}
      {asks("phone") && text !== null && (
        <SmsHint field={field} text={text} onChange={(confirmation_text) => onChange({ confirmation_text })} />
      )}
    </Stack>
  )
}
