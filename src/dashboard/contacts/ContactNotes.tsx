import { Button, Group, Stack, Text, Textarea } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call, issueOf } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { Section } from "../components/Section.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import * as common from "../words/common.ts"
import * as words from "../words/contacts/contacts.ts"

/** The notes of an account's members about a contact, with a form for a new one. */
export const ContactNotes = ({ contact_id: id }: { readonly contact_id: string }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [note, setNote] = useState("")
  const queryKey = ["contacts", account, id, "notes"]
  const notes = useQuery({
    queryKey,
    queryFn: () => call((api) => api.notes.list({ params: { account, id } }))
  })
  const reload = () => queries.invalidateQueries({ queryKey })
  const add = useMutation({
    mutationFn: (sent: string) => call((api) => api.notes.add({ params: { account, id }, payload: { note: sent } })),
    onSuccess: (_, sent) => {
      // Text typed after the call was sent stays in the field, as the next note.
      setNote((now) => (now === sent ? "" : now))
      return reload()
    }
  })
  return (
    <Section title={words.notes}>
      <Stack gap="sm">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            add.mutate(note)
          }}
        >
          <Stack gap="xs">
            <Textarea
              aria-label={words.newNote}
              placeholder={words.onlyTeamSeesNotes}
              autosize
              minRows={1}
              maxLength={5_000}
              value={note}
              error={issueOf(add.error, "note")}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            {note.trim() !== "" && (
              <Group justify="flex-end">
                <Button type="submit" size="xs" loading={add.isPending}>
                  {words.addNote}
                </Button>
              </Group>
            )}
          </Stack>
        </form>
        {add.isError && issueOf(add.error, "note") === undefined && <ErrorAlert error={add.error} />}
        {notes.isError && <ErrorAlert error={notes.error} retry={() => void notes.refetch()} />}
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label={words.notes}>
          {notes.data?.data.map(({ id: note_id, note: text, author, created_at }) => (
            <li key={note_id}>
              <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {text}
              </Text>
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                  {[author, showTime(created_at)].filter(Boolean).join(" · ")}
                </Text>
                <ConfirmButton
                  label={common.deleting}
                  size="compact-xs"
                  style={{ flexShrink: 0 }}
                  variant="subtle"
                  color="gray"
                  title={words.deleteNoteTitle}
                  action={() => call((api) => api.notes.remove({ params: { account, id: note_id } })).then(reload)}
                >
                  {words.deleteNoteText}
                </ConfirmButton>
              </Group>
            </li>
          ))}
        </Stack>
      </Stack>
    </Section>
  )
}
