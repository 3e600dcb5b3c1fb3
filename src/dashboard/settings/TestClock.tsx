import { Alert, Button, Group, NativeSelect, NumberInput, Stack, Text } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { useAccount } from "../accounts/useAccount.ts"
import { useIsOperator } from "../accounts/useSession.ts"
import { call, issueOf } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import { showTime } from "../format.ts"
import * as words from "../words/settings/settings.ts"

const AdvanceForm = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const [amount, setAmount] = useState<number | string>(1)
  const [unit, setUnit] = useState("days")
  const advance = useMutation({
    mutationFn: () =>
      call((api) => api.testClock.advance({ params: { account }, payload: { advance: `${amount} ${unit}` } })),
    onSuccess: () => queries.invalidateQueries()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    advance.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Group align="end" gap="xs">
        <NumberInput
          label={words.advanceBy}
          w={120}
          required
          min={1}
          allowDecimal={false}
          value={amount}
          error={issueOf(advance.error, "advance")}
          onChange={setAmount}
        />
        <NativeSelect
          aria-label={words.unit}
          data={Object.entries(words.clockUnits(amount === 1)).map(([value, label]) => ({ value, label }))}
          value={unit}
          onChange={(event) => setUnit(event.currentTarget.value)}
        />
        <Button type="submit" loading={advance.isPending}>
          {words.advance}
        </Button>
      </Group>
      {advance.isError && <ErrorAlert error={advance.error} />}
    </form>
  )
}

/** The time of a test account, whose clock the operator advances to see a flow of weeks in a minute. */
export const TestClock = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const isOperator = useIsOperator()
  const params = { account }
  const queryKey = ["test-clock", account]
  const clock = useQuery({ queryKey, queryFn: () => call((api) => api.testClock.read({ params })) })
  if (clock.data === undefined && clock.error !== null)
    return <ErrorAlert error={clock.error} retry={() => void clock.refetch()} />
  if (clock.data === undefined) return <Loading />
  const { is_test, now } = clock.data.data
  return (
    <Section title={words.testClock} subtitle={words.testClockUse}>
      <Stack>
        <Text size="sm">
          {words.clockTimeBefore(is_test)}
          <b>{showTime(now)}</b>
          {words.clockTimeAfter}
        </Text>
        {isOperator && is_test && <AdvanceForm />}
        {isOperator && !is_test && (
          <ConfirmButton
            w="fit-content"
            label={words.makeTestAccount}
            title={words.makeTestAccountTitle}
            action={async () => queries.setQueryData(queryKey, await call((api) => api.testClock.mark({ params })))}
          >
            {words.makeTestAccountEffect}
          </ConfirmButton>
        )}
        {!isOperator && <Alert color="gray">{words.operatorSetsClocks}</Alert>}
      </Stack>
    </Section>
  )
}
