import { Textarea } from "@mantine/core"
import { useRef } from "react"
import type { Translated, WrittenText } from "../../domain/content/Translations.ts"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import { SmsHint } from "../components/SmsHint.tsx"
import { LanguageTabs } from "./LanguageTabs.tsx"

/** A text in its languages. */
export const TextLanguagesInput = (props: {
  readonly text: Translated<WrittenText>
  readonly label: string
  readonly hint: string
  /** Of the content itself. */
  readonly error: string | undefined
  /** By path within the content. */
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly onChange: (text: Translated<WrittenText>) => void
}) => {
  const { text, ...languages } = props.text
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <LanguageTabs<WrittenText>
      base={{ text }}
      languages={languages}
      issues={props.issues}
      onChange={(written, others) => props.onChange({ ...written, ...others })}
    >
      {(written, onChange, issues) => {
        const own = issues.find(({ field }) => field === "text")?.message
        return (
          <div>
            <Textarea
              ref={field}
              label={props.label}
              error={own ?? (written.text === text ? props.error : undefined)}
              description={props.hint}
              autosize
              minRows={3}
              value={written.text}
              onChange={(event) => onChange({ text: event.currentTarget.value })}
            />
            <SmsHint field={field} text={written.text} onChange={(plain) => onChange({ text: plain })} />
          </div>
        )
      }}
    </LanguageTabs>
  )
}
