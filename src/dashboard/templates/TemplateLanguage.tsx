import { NativeSelect } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Language } from "../../domain/languages/Language.ts"
import { templateTexts } from "../../domain/templates/templateLanguages.ts"
import type { TemplateTexts } from "../../domain/templates/translateTemplate.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { useAccountLanguage } from "../content/useAccountLanguage.ts"
import { languageOptions } from "../pickers/languageOptions.ts"
import * as words from "../words/templates/gallery.ts"

const noTexts: TemplateTexts = {}

/**
 * The language in which templates of ours are made: the given or the account's, until another is chosen. `texts` is undefined while they load.
 * `stated` is the language where it is not the account's.
 */
export const useTemplateLanguage = (given?: Language | undefined) => {
  const own = useAccountLanguage() ?? "en"
  const [chosen, setChosen] = useState(given)
  const language = chosen ?? own
  const read = useQuery({
    queryKey: ["templateTexts", language],
    queryFn: () => (language === "en" ? noTexts : templateTexts[language]()),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false
  })
  return { language, stated: language === own ? undefined : language, texts: read.data, read, setChosen }
}

/** The choice of that language. */
export const TemplateLanguage = ({ chosen }: { readonly chosen: ReturnType<typeof useTemplateLanguage> }) => (
  <>
    <NativeSelect
      label={words.languageOfTexts}
      data={[...languageOptions]}
      value={chosen.language}
      onChange={({ currentTarget }) =>
        chosen.setChosen(Language.literals.find((language) => language === currentTarget.value))
      }
    />
    {chosen.read.isError && <ErrorAlert error={chosen.read.error} retry={() => void chosen.read.refetch()} />}
  </>
)
