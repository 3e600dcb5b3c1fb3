import { TextInput } from "@mantine/core"
import * as words from "../words/content/input.ts"

/** The words after the subject in lists of mails. An empty field is none. */
export const PreheaderInput = <Mail extends { readonly preheader?: string }>(props: {
  readonly mail: Mail
  readonly error: string | undefined
  readonly onChange: (mail: Mail | Omit<Mail, "preheader">) => void
}) => {
  const { preheader = "", ...others } = props.mail
  return (
    <TextInput
      label={words.preheader}
      description={words.aboutPreheader}
      error={props.error}
      value={preheader}
      onChange={({ currentTarget: { value } }) =>
        props.onChange(value === "" ? others : { ...props.mail, preheader: value })
      }
    />
  )
}
