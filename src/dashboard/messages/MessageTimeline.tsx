import { Text, Timeline } from "@mantine/core"
import { showTime } from "../format.ts"
import * as words from "../words/messages/messages.ts"

interface Entry {
  readonly kind: string
  readonly at: { readonly epochMilliseconds: number }
  readonly by: "person" | "machine" | null
  readonly detail: string | null
}

const titleOf = ({ kind, by }: Entry): string =>
  kind === "clicked"
    ? by === "machine"
      ? words.clickedByMachine
      : words.clickedByPerson
    : (words.timelineTitles[kind] ?? kind)

const colours: Readonly<Record<string, string>> = {
  delivered: "teal",
  soft_bounced: "yellow",
  bounced: "red",
  refused: "red",
  complained: "red"
}

/** The events of a message, from queued to clicked, oldest first. */
export const MessageTimeline = ({ entries }: { readonly entries: ReadonlyArray<Entry> }) => (
  <Timeline active={entries.length} bulletSize={14} lineWidth={2} aria-label={words.timelineOfMessage}>
    {entries.map((entry) => (
      <Timeline.Item
        key={`${entry.kind} ${entry.at.epochMilliseconds} ${entry.detail}`}
        title={titleOf(entry)}
        color={entry.by === "machine" ? "gray" : (colours[entry.kind] ?? "petrol")}
      >
        <Text size="xs" c="dimmed">
          {showTime(entry.at)}
        </Text>
        {entry.detail !== null && entry.detail !== "hidden" && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {entry.kind === "clicked" ? entry.detail : words.serverAnswered(entry.detail)}
          </Text>
        )}
      </Timeline.Item>
    ))}
  </Timeline>
)
