import { TextInput } from "@mantine/core"
import type { ReactNode } from "react"
import type { Translated, WrittenEmail } from "../../domain/content/Translations.ts"
import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import type { Language } from "../../domain/languages/Language.ts"
import type { TemplateInput } from "../../domain/templates/SavedTemplate.ts"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import { EmailBodyInput } from "./EmailBodyInput.tsx"
import { LanguageTabs } from "./LanguageTabs.tsx"
import { PreheaderInput } from "./PreheaderInput.tsx"

const messageAt = (issues: ReadonlyArray<ValidationIssue>, name: string): string | undefined => {
  const found = issues.filter(({ field }) => field === name).map(({ message }) => message)
  return found.length === 0 ? undefined : found.join("; ")
}

/** The fields of a template that is saved from the e-mail, in all its languages. */
const savedOf = (email: Translated<WrittenEmail>): Partial<TemplateInput> => {
  const { subject, preheader = "", content, language, translations } = email
  return {
    ...(subject === "" ? {} : { subject }),
    ...(preheader === "" ? {} : { preheader }),
    ...(content === undefined ? {} : { content }),
    ...(language === undefined ? {} : { language }),
    ...(translations === undefined ? {} : { translations })
  }
}

/** The subject, the preview text and the body of an e-mail, in its languages. */
export const EmailLanguagesInput = (props: {
  readonly email: Translated<WrittenEmail>
  readonly subjectLabel: string
  readonly htmlHint: string
  /** The subject of the trigger, such as the order, whose fields the mail can show beside those of the contact. */
  readonly subject: TriggerSubject
  /** The mail as it would be sent in a language. */
  readonly preview: (language: Language | undefined) => ReactNode
  /** By path within the e-mail. */
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly onChange: (email: Translated<WrittenEmail>) => void
}) => {
  const { language, translations, ...base } = props.email
  const languages = {
    ...(language === undefined ? {} : { language }),
    ...(translations === undefined ? {} : { translations })
  }
  return (
    <LanguageTabs<WrittenEmail>
      base={base}
      languages={languages}
      issues={props.issues}
      onChange={(written, others) => props.onChange({ ...written, ...others })}
    >
      {(written, onChange, issues, shown) => {
        const { html: _, content: __, ...others } = written
        const isTranslation = shown !== undefined && translations?.[shown] !== undefined
        return (
          <>
            <TextInput
              label={props.subjectLabel}
              error={messageAt(issues, "subject")}
              value={written.subject}
              onChange={(event) => onChange({ ...written, subject: event.currentTarget.value })}
            />
            <PreheaderInput mail={written} error={messageAt(issues, "preheader")} onChange={onChange} />
            <EmailBodyInput
              body={written}
              language={shown ?? language}
              saved={() =>
                savedOf(base.content === undefined && isTranslation ? { ...written, language: shown } : props.email)
              }
              htmlHint={props.htmlHint}
              subject={props.subject}
              preview={props.preview(shown)}
              issues={issues}
              onChange={(body) => onChange({ ...others, ...body })}
              onTemplate={(mail) => {
                const { language: _own, translations: made, ...chosen } = mail
                if (isTranslation) onChange({ ...others, ...(made?.[shown] ?? chosen) })
                else props.onChange({ ...others, ...languages, ...mail })
              }}
            />
          </>
        )
      }}
    </LanguageTabs>
  )
}
