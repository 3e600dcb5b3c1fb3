import { Alert, List } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import type { Flow } from "../../../domain/flows/Flow.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { call } from "../../call.ts"
import { languageCodeName } from "../../pickers/codeNames.ts"
import * as words from "../../words/flows/flowLanguages.ts"

const freshMillis = 5 * 60_000

const MissingLanguages = ({ id, version }: Pick<Flow, "id" | "version">) => {
  const account = useAccount()
  const { data } = useQuery({
    queryKey: ["flows", account, id, "languages", version],
    queryFn: () => call((api) => api.flows.languages({ params: { account, id } })),
    staleTime: freshMillis
  })
  if (data === undefined || data.data.missing.length === 0) return null
  const { read, total, missing } = data.data
  return (
    <Alert color="blue" title={words.missingLanguages}>
      <List size="sm">
        {missing.map(({ language, contacts }) => (
          <List.Item key={language}>
            {languageCodeName(language)}: {words.readersOf(contacts, read < total)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** The languages that contacts read and messages of a flow lack, on a flow that is not active yet. It prevents nothing. */
export const FlowLanguagesNote = ({ flow: { id, status, version } }: { readonly flow: Flow }) =>
  status === "paused" ? <MissingLanguages id={id} version={version} /> : null
