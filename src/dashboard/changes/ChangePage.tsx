import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { keptReasons } from "../../domain/changes/keptReasons.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useMembers } from "../accounts/useMembers.ts"
import { call } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { ContactLink } from "../contacts/ContactLink.tsx"
import { actorText } from "../contacts/actorText.ts"
import { showTime } from "../format.ts"
import { useListState } from "../useListState.ts"
import * as words from "../words/changes.ts"
import * as common from "../words/common.ts"
import { authorOf } from "./authorOf.ts"
import { UndoButton } from "./UndoButton.tsx"
import { UndoEffects } from "./UndoEffects.tsx"
import { UndoState } from "./UndoState.tsx"

/** The contacts of which an undo left something, each with what and why. */
const Kept = ({ id, isRunning }: { readonly id: string; readonly isRunning: boolean }) => {
  const account = useAccount()
  const list = useListState()
  const query = { per_page: 25, ...(list.cursor === undefined ? {} : { cursor: list.cursor }) }
  const kept = useQuery({
    queryKey: ["changes", account, id, "kept", query, isRunning],
    queryFn: () => call((api) => api.bulkChanges.kept({ params: { account, id }, query })),
    placeholderData: keepPreviousData
  })
  return (
    <Section title={words.kept} subtitle={words.keptSubtitle} flush>
      <Table
        label={words.kept}
        columns={[
          {
            title: common.contact,
            nowrap: true,
            cell: ({ contact_id, contact }) =>
              contact === null ? words.deletedContact : <ContactLink id={contact_id} name={contact} />
          },
          {
            title: common.reason,
            fills: true,
            cell: (row) =>
              row.kept.map((member) => (
                <div key={`${member.member} ${member.name}`}>
                  {words.reasonOf(words.memberOf(member), keptReasons[member.reason])}
                </div>
              ))
          }
        ]}
        rows={kept.data?.data}
        rowKey={({ contact_id }) => contact_id}
        error={kept.error}
        retry={() => void kept.refetch()}
        empty={<EmptyState title={words.nothingKept}>{words.keptList}</EmptyState>}
      />
      <Pager {...list.pager(kept)} />
    </Section>
  )
}

/** A bulk change, its undo, and what that left. */
export const ChangePage = () => {
  const account = useAccount()
  const members = useMembers()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["changes", account, id],
    queryFn: () => call((api) => api.bulkChanges.get({ params: { account, id } })),
    refetchInterval: ({ state }) => (state.data?.data.undo === "running" ? 1_000 : false)
  })
  const back = (
    <PageLink to="/a/$account/changes" params={{ account }}>
      {words.allChanges}
    </PageLink>
  )
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} back={back} />
  if (query.data === undefined) return <Loading />
  const change = query.data.data
  return (
    <Page title={words.titleOf(change)} back={back} actions={<UndoButton change={change} />}>
      <Section title={words.what}>
        <DescriptionList
          items={[
            [words.by, authorOf(change, members)],
            [common.time, showTime(change.created_at)],
            [words.contacts, change.contacts.toLocaleString()],
            [words.state, <UndoState key="state" change={change} />],
            ...(change.undo_at === null || change.undo_actor === null
              ? []
              : [
                  [words.undoneBy, actorText(change.undo_actor, members)] as const,
                  [words.undoneAt, showTime(change.undo_at)] as const,
                  [words.undoneContacts, change.undone.toLocaleString()] as const,
                  [words.keptContacts, change.kept.toLocaleString()] as const
                ])
          ]}
        />
      </Section>
      <Section title={words.whatUndoDoes}>
        <UndoEffects change={change} />
      </Section>
      {change.undo !== null && <Kept id={id} isRunning={change.undo === "running"} />}
    </Page>
  )
}
