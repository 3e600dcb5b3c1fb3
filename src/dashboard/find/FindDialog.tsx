import { Modal, Stack, Text, TextInput, VisuallyHidden } from "@mantine/core"
import { useNavigate } from "@tanstack/react-router"
import { type KeyboardEvent, useId, useState } from "react"
import { ErrorAlert } from "../components/Feedback.tsx"
import { Icon } from "../components/Icon.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { type Result, useResults } from "./useResults.ts"
import classes from "./FindDialog.module.css"
import * as words from "../words/find/find.ts"

const Option = (props: {
  readonly id: string
  readonly result: Result
  readonly active: boolean
  readonly onOpen: () => void
  readonly onPoint: () => void
}) => (
  <div
    id={props.id}
    role="option"
    aria-selected={props.active}
    className={classes["option"]}
    onClick={props.onOpen}
    onMouseMove={props.onPoint}
    ref={(element) => {
      if (props.active) element?.scrollIntoView({ block: "nearest" })
    }}
  >
    <Icon name={props.result.icon} size={16} />
    <Text size="sm" truncate>
      {props.result.label}
    </Text>
    <Text size="xs" c="dimmed" truncate ml="auto">
      {props.result.details}
    </Text>
  </div>
)

/** A dialog that finds records and pages by a text. Arrow keys choose, Enter opens. */
export const FindDialog = (props: { readonly onClose: () => void }) => {
  const account = useAccount()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const { groups, isSearching, error } = useResults(account, text)
  const results = groups.flatMap((group) => group.results)
  const active = Math.min(at, results.length - 1)
  const open = (result: Result | undefined) => {
    if (result === undefined) return
    props.onClose()
    void navigate({ to: `/a/${account}${result.path}` })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      const step = event.key === "ArrowDown" ? 1 : results.length - 1
      if (results.length > 0) setAt((active + step) % results.length)
    } else if (event.key === "Enter") {
      event.preventDefault()
      // Until the answer is there, the list is that of an earlier text.
      if (!isSearching) open(results[active])
    }
  }
  const optionId = (result: Result) => `${id}-${result.path}`
  const [activeResult] = results.slice(active, active + 1)
  return (
    <Modal.Root opened onClose={props.onClose} size="lg" padding={0}>
      <Modal.Overlay />
      <Modal.Content aria-label={words.findAnything}>
        <TextInput
          aria-label={words.find}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          {...(activeResult === undefined ? {} : { "aria-activedescendant": optionId(activeResult) })}
          placeholder={words.findExamples}
          variant="unstyled"
          size="md"
          px="md"
          data-autofocus
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        {error !== null && <ErrorAlert error={error} />}
        <div id={`${id}-list`} role="listbox" aria-label={words.results} className={classes["results"]}>
          {groups.map(({ title, results: found }) => (
            <div key={title} role="group" aria-label={title}>
              <Text size="xs" c="dimmed" fw={600} px="md" pt="sm" pb={4} aria-hidden>
                {title}
              </Text>
              {found.map((result) => (
                <Option
                  key={result.path}
                  id={optionId(result)}
                  result={result}
                  active={result === activeResult}
                  onOpen={() => open(result)}
                  onPoint={() => setAt(results.indexOf(result))}
                />
              ))}
            </div>
          ))}
        </div>
        {results.length === 0 && (
          <Stack p="lg" align="center">
            <Text size="sm" c="dimmed">
              {isSearching ? words.searching : words.nothingFound}
            </Text>
          </Stack>
        )}
        <VisuallyHidden role="status">{isSearching ? "" : words.resultCount(results.length)}</VisuallyHidden>
      </Modal.Content>
    </Modal.Root>
  )
}
