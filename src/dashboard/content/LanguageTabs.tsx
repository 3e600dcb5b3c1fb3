import { Button, Group, Menu, NativeSelect, Stack, Tabs, Text } from "@mantine/core"
import { type ReactNode, useEffect, useRef } from "react"
import type { ContentLanguages, Translations } from "../../domain/content/Translations.ts"
import { Language } from "../../domain/languages/Language.ts"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import * as words from "../words/content/languages.ts"
import { useEditedTab } from "./editedLanguage.tsx"
import { useAccountLanguage } from "./useAccountLanguage.ts"

interface Props<Written> {
  readonly languages: ContentLanguages<Written>
  /** The content itself. */
  readonly base: Written
  /** By path within the content. */
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly onChange: (base: Written, languages: ContentLanguages<Written>) => void
  /** The form of one language, with the issues by path within it. */
  readonly children: (
    written: Written,
    onChange: (written: Written) => void,
    issues: ReadonlyArray<ValidationIssue>,
    language: Language | undefined
  ) => ReactNode
}

const literals = Language.literals
const codeOf = (value: string | null) => literals.find((code) => code === value)

const pathOf = (language: Language) => `translations.${language}`

const within = (issues: ReadonlyArray<ValidationIssue>, language: Language | undefined) =>
  language === undefined
    ? issues.filter(({ field }) => !field.startsWith("translations."))
    : issues
        .filter(({ field }) => field.startsWith(`${pathOf(language)}.`))
        .map(({ field, message }) => ({ field: field.slice(pathOf(language).length + 1), message }))

const languagesOf = <Written,>(
  language: Language | undefined,
  translations: Translations<Written>
): ContentLanguages<Written> => ({
  ...(language === undefined ? {} : { language }),
  ...(literals.some((code) => translations[code] !== undefined) ? { translations } : {})
})

/** The content of a message in its languages: a tab for each, where there are several. */
export const LanguageTabs = <Written,>(props: Props<Written>) => {
  const { base, issues, onChange } = props
  const { language, translations = {} } = props.languages
  const ofAccount = useAccountLanguage()
  const [chosen, setChosen] = useEditedTab()
  const there = literals.filter((code) => translations[code] !== undefined)
  const shown = chosen !== undefined && chosen !== "base" && translations[chosen] !== undefined ? chosen : undefined
  const written = shown === undefined ? base : (translations[shown] ?? base)
  const own = language ?? ofAccount ?? undefined
  // The button that adds or removes a language is gone or moved after the click, so the tab that is shown gets the focus.
  const root = useRef<HTMLDivElement>(null)
  const isMoved = useRef(false)
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    root.current?.querySelector<HTMLElement>("[data-languages] [aria-selected=true], [data-adds-language]")?.focus()
  }, [shown, there.length])
  const free = literals.filter((code) => code !== own && !there.includes(code))
  const set = (changed: Written) =>
    shown === undefined
      ? onChange(changed, languagesOf(language, translations))
      : onChange(base, languagesOf(language, { ...translations, [shown]: changed }))
  const add = (code: Language) => {
    onChange(base, languagesOf(own, { ...translations, [code]: base }))
    setChosen(code)
    isMoved.current = true
  }
  const remove = (code: Language) => {
    const { [code]: _removed, ...others } = translations
    onChange(base, languagesOf(there.length === 1 ? undefined : language, others))
    setChosen("base")
    isMoved.current = true
  }
  const issueOf = (code: Language) => issues.filter(({ field }) => field === pathOf(code)).map(({ message }) => message)
  const hasIssues = (code: Language | undefined) =>
    within(issues, code).length > 0 || (code !== undefined && issueOf(code).length > 0)
  const tab = (code: Language | undefined) => {
    const name = code === undefined ? words.base(own) : words.languageNames[code]
    return (
      <Tabs.Tab
        key={code ?? ""}
        value={code ?? "base"}
        {...(hasIssues(code) ? { c: "var(--mantine-color-error)", "aria-label": words.withIssues(name) } : {})}
      >
        {name}
      </Tabs.Tab>
    )
  }
  const adding = free.length > 0 && (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default" data-adds-language>
          {words.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {free.map((code) => (
          <Menu.Item key={code} onClick={() => add(code)}>
            {words.languageNames[code]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
  const form = <Stack key={shown ?? "base"}>{props.children(written, set, within(issues, shown), shown ?? own)}</Stack>
  if (there.length === 0)
    return (
      <Stack ref={root}>
        {form}
        <div>{adding}</div>
      </Stack>
    )
  return (
    <Stack gap="sm" ref={root}>
      <Tabs value={shown ?? "base"} onChange={(value) => setChosen(codeOf(value) ?? "base")}>
        <Group gap="xs" justify="space-between" mb="sm">
          <Tabs.List aria-label={words.languages} data-languages>
            {[undefined, ...there].map(tab)}
          </Tabs.List>
          <Group gap="xs">
            {shown !== undefined && (
              <Button size="xs" variant="default" onClick={() => remove(shown)}>
                {words.remove(shown)}
              </Button>
            )}
            {adding}
          </Group>
        </Group>
        <Tabs.Panel value={shown ?? "base"}>
          {shown !== undefined && issueOf(shown).length > 0 && (
            <Text size="sm" c="var(--mantine-color-error)" mb="sm">
              {issueOf(shown).join("; ")}
            </Text>
          )}
          {form}
        </Tabs.Panel>
      </Tabs>
      {shown === undefined && (
        <NativeSelect
          label={words.languageOfBase}
          description={words.about}
          w="fit-content"
          data={[
            ...(language === undefined ? [{ value: "", label: words.ofAccount }] : []),
            ...literals
              .filter((code) => !there.includes(code))
              .map((code) => ({ value: code, label: words.languageNames[code] }))
          ]}
          value={language ?? ""}
          onChange={({ currentTarget }) => onChange(base, languagesOf(codeOf(currentTarget.value), translations))}
        />
      )}
    </Stack>
  )
}
