import { createContext, type ReactNode, useContext, useState } from "react"
import type { Language } from "../../domain/languages/Language.ts"

/** The tab that was chosen last among the languages of a message; undefined until one is. */
type EditedTab = Language | "base" | undefined

type State = readonly [edited: EditedTab, setEdited: (edited: EditedTab) => void]

const EditedLanguage = createContext<State | undefined>(undefined)

/** Around the form of a message and its preview, which follows the tab that is edited. The tab stays chosen while the form is hidden. */
export const FollowsEditedLanguage = ({ children }: { readonly children: ReactNode }) => {
  const state = useState<EditedTab>(undefined)
  return <EditedLanguage value={state}>{children}</EditedLanguage>
}

/** The chosen tab, and what chooses another. */
export const useEditedTab = (): State => {
  const own = useState<EditedTab>(undefined)
  return useContext(EditedLanguage) ?? own
}
