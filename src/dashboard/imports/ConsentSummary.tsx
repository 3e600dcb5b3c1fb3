import { Alert, Table, Text } from "@mantine/core"
import { consentOfWord, mentionsConsent, refusalOfCell } from "../../domain/imports/consentWords.ts"
import { EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import { shortened, showStatus } from "../format.ts"
import * as words from "../words/imports.ts"
import { nameOfColumn } from "./nameOfColumn.ts"
import type { ChosenCsv } from "./chosenFile.ts"

const maxWords = 20

const known = new Set<string>([...EmailConsent.literals, ...SmsConsent.literals])

const stateOf = (target: string, word: string): string | undefined => {
  const channel = target.startsWith("sms") ? "sms" : "email"
  if (target.endsWith("_consent")) return consentOfWord(channel, word)
  return refusalOfCell(channel, target.endsWith("_suppressed") ? "suppressed" : "unsubscribed", word)
}

/** The words of the columns that state a consent, with the state that each becomes. */
const wordsOf = ({ inspected: { headers, rows }, targets }: ChosenCsv) =>
  targets.flatMap((target, column) => {
    if (!/_(?:consent|unsubscribed|suppressed)$/.test(target)) return []
    const counts = Map.groupBy(rows, ({ cells }) => cells[column]?.trim() ?? "")
    return [...counts]
      .filter(([word]) => word !== "")
      .map(([word, found]) => ({
        header: headers[column] ?? "",
        word,
        count: found.length,
        state: stateOf(target, word)
      }))
  })

const meaning = (state: string | undefined): string => {
  if (state === undefined) return words.notChanged
  return known.has(state) ? showStatus(state) : words.notUnderstood
}

/** The state that each word of consent becomes, and the columns that are left out. */
export const ConsentSummary = ({ csv }: { readonly csv: ChosenCsv }) => {
  const consentWords = wordsOf(csv)
  const { headers, rows } = csv.inspected
  const leftOut = headers.flatMap((header, column) =>
    csv.targets[column] === "" && (header !== "" || rows.some(({ cells }) => (cells[column] ?? "").trim() !== ""))
      ? [nameOfColumn(header, column)]
      : []
  )
  const consents = leftOut.filter(mentionsConsent)
  return (
    <>
      {consentWords.length > 0 && (
        <Table verticalSpacing={4} fz="sm" aria-label={words.whatConsentBecomes}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.column}</Table.Th>
              <Table.Th>{words.wordInFile}</Table.Th>
              <Table.Th>{words.becomes}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {consentWords.slice(0, maxWords).map(({ header, word, count, state }) => (
              <Table.Tr key={`${header} ${word}`}>
                <Table.Td>{header}</Table.Td>
                <Table.Td>
                  {shortened(word, 60)} ({count.toLocaleString()})
                </Table.Td>
                <Table.Td>{meaning(state)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {consentWords.length > maxWords && (
        <Text size="sm" c="dimmed">
          {words.andOtherWords(consentWords.length - maxWords)}
        </Text>
      )}
      {consents.length > 0 && (
        <Alert color="orange" title={words.consentsLeftOut}>
          {consents.join(", ")}
        </Alert>
      )}
      {leftOut.length > 0 && (
        <Text size="sm" c="dimmed">
          {words.leftOut(leftOut.join(", "))}
        </Text>
      )}
    </>
  )
}
