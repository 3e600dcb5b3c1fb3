import { Anchor, SimpleGrid, Stack, Text } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import type { FormInput } from "../../domain/forms/Form.ts"
import type { FormDetails } from "../../domain/forms/ShownForm.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { DayChart } from "../components/DayChart.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { Section } from "../components/Section.tsx"
import { Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import * as words from "../words/forms.ts"
import { FormEditor } from "./FormEditor.tsx"
import { inputOf } from "./formDraft.ts"

const SignUps = ({ id }: { readonly id: string }) => {
  const account = useAccount()
  const report = useQuery({
    queryKey: ["form-sign-ups", account, id],
    queryFn: () => call((api) => api.forms.signUps({ params: { account, id }, query: { days: "30" } }))
  })
  const days = report.data?.data.days
  if (days === undefined) {
    return report.isError ? <ErrorAlert error={report.error} retry={() => void report.refetch()} /> : <Loading />
  }
  const sum = (name: "asked" | "confirmed") => days.reduce((total, day) => total + day[name], 0)
  return (
    <Stack gap="xs">
      <Text size="sm">{words.signedUp(sum("asked"), sum("confirmed"))}</Text>
      <DayChart label={words.signUps} days={days.map(({ day, asked }) => ({ day, value: asked }))} />
    </Stack>
  )
}

const RejectedNotes = ({ rejected: { robots, unsent_texts } }: Pick<FormDetails, "rejected">) => (
  <>
    {robots > 0 && (
      <Text size="sm" c="dimmed" mt="xs">
        {words.hiddenFieldFilled(robots)}
      </Text>
    )}
    {unsent_texts > 0 && (
      <Text size="sm" c="dimmed" mt="xs">
        {words.textsUnsent(unsent_texts)}
      </Text>
    )}
  </>
)

/** A form: builder with preview, how to publish it, sign-ups by day, wordings. */
export const FormPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const queryKey = ["forms", account, id]
  const form = useQuery({ queryKey, queryFn: () => call((api) => api.forms.get({ params: { account, id } })) })
  const back = (
    <PageLink to="/a/$account/forms" params={{ account }}>
      {words.backToForms}
    </PageLink>
  )
  const data = form.data?.data
  if (data === undefined) {
    return (
      <Page title={words.form} back={back}>
        {form.isError ? <ErrorAlert error={form.error} retry={() => void form.refetch()} /> : <Loading />}
      </Page>
    )
  }
  const save = async (payload: FormInput) => {
    await call((api) => api.forms.save({ params: { account, id }, payload }))
    await queries.invalidateQueries({ queryKey: ["forms", account] })
  }
  const remove = async () => {
    await call((api) => api.forms.remove({ params: { account, id } }))
    await navigate({ to: "/a/$account/forms", params: { account } })
    await queries.invalidateQueries({ queryKey: ["forms", account] })
  }
  const deleteButton = (
    <ConfirmButton label={words.deleteForm} title={words.deleteTitle(data.name)} action={remove}>
      {words.deleteText}
    </ConfirmButton>
  )
  return (
    <Page title={data.name} back={back} actions={deleteButton}>
      <FormEditor key={id} id={id} initial={inputOf(data)} submit={words.saveForm} save={save} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Section title={words.publish}>
          <Stack gap="md">
            <div>
              <Text size="sm" mb={4}>
                {words.hostedPageBefore}
                <Anchor
                  size="sm"
                  href={`/f/${data.hosted_url.split("/f/").at(-1) ?? ""}`}
                  target="_blank"
                  rel="noreferrer"
                  underline="always"
                >
                  {words.openIt}
                </Anchor>
              </Text>
              <CopyableText text={data.hosted_url} label={words.hostedPage} />
            </div>
            <div>
              <Text size="sm" mb={4}>
                {words.snippetHint}
              </Text>
              <CopyableText text={data.snippet} label={words.snippet} />
            </div>
          </Stack>
        </Section>
        <Section title={words.signUpsOfMonth}>
          <SignUps id={id} />
          <RejectedNotes rejected={data.rejected} />
        </Section>
      </SimpleGrid>
      <Section title={words.wordings} subtitle={words.wordingsHint} flush>
        <Table
          label={words.wordings}
          columns={[
            { title: words.version, cell: ({ version }) => version },
            { title: words.wording, cell: ({ wording }) => wording },
            { title: words.since, nowrap: true, cell: ({ created_at }) => showTime(created_at) }
          ]}
          rows={data.wordings}
          rowKey={({ version }) => String(version)}
          error={null}
          retry={() => {}}
          empty={null}
        />
      </Section>
    </Page>
  )
}
