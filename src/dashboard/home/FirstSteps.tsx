import { Button, Card, Group, List, Stack, Text, Title } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { call } from "../call.ts"
import { LinkButton } from "../components/LinkButton.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { OwnersOnly } from "../accounts/OwnersOnly.tsx"
import { useMay } from "../accounts/useMay.ts"
import { useFirstSteps } from "./useFirstSteps.ts"
import * as words from "../words/home/home.ts"

const curlCommand = (token: string): string =>
  [
    `curl ${window.location.origin}/v1/orders/placed \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"order_id": 1001, "email": "ada@example.com", "total": 59.90, "currency": "USD",`,
    `       "order_date": "${new Date().toISOString().slice(0, 19)}Z", "shipment_status": "delivered",`,
    `       "accepts_email_marketing": true}'`
  ].join("\n")

const Step = (props: { readonly done: boolean; readonly children: ReactNode }) => (
  <List.Item>
    <Text size="sm" component="span" c={props.done ? "dimmed" : "var(--mantine-color-text)"}>
      {props.done && <strong>{words.doneBefore}</strong>}
      {props.children}
    </Text>
  </List.Item>
)

const FirstOrderCall = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const mayCreate = useMay("tokens", "create")
  const token = useMutation({
    mutationFn: () =>
      call((api) =>
        api.tokens.create({
          params: { account },
          payload: { name: words.tokenName, scopes: ["orders_write"], expires_in: null }
        })
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["tokens", account] })
  })
  return (
    <>
      {token.data === undefined ? (
        <OwnersOnly may={mayCreate}>
          <Button w="fit-content" variant="default" loading={token.isPending} onClick={() => token.mutate()}>
            {words.createToken}
          </Button>
        </OwnersOnly>
      ) : (
        <>
          <Text size="sm">{words.copyCall}</Text>
          <CopyableText label={words.firstOrderCall} text={curlCommand(token.data.data.token)} />
        </>
      )}
      {token.isError && <ErrorAlert error={token.error} />}
    </>
  )
}

/** The first steps of a new account, ticked as they happen. Hidden once all are done. */
export const FirstSteps = () => {
  const account = useAccount()
  const steps = useFirstSteps()
  if (steps === undefined || steps.done === steps.total) return null
  return (
    <Card withBorder component="section" aria-label={words.firstSteps}>
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {words.firstSteps}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {words.stepsDone(steps.done, steps.total)}
          </Text>
        </Group>
        <List type="ordered" spacing="xs">
          <Step done={steps.connected}>
            <PageLink
              to="/a/$account/settings/$section"
              params={{ account, section: "integrations" }}
              underline="always"
            >
              {words.connectShop}
            </PageLink>
            {words.connectStoreAfter}
          </Step>
          <Step done={steps.ordered}>{words.sendOrder}</Step>
          <Step done={steps.sender}>
            <PageLink to="/a/$account/settings/$section" params={{ account, section: "sending" }} underline="always">
              {words.setSender}
            </PageLink>
            {words.setSenderAfter}
          </Step>
          <Step done={steps.active}>
            <PageLink to="/a/$account/flows" params={{ account }} underline="always">
              {words.activateFlow}
            </PageLink>
            {words.activateFlowAfter(steps.active ? 0 : steps.paused)}
          </Step>
          <Step done={steps.messaged}>
            {words.firstMessageBefore}
            <PageLink to="/a/$account/messages" params={{ account }} underline="always">
              {words.firstMessage}
            </PageLink>
            {words.firstMessageAfter}
          </Step>
        </List>
        {!steps.connected && (
          <LinkButton to="/a/$account/settings/$section" params={{ account, section: "integrations" }} w="fit-content">
            {words.openStores}
          </LinkButton>
        )}
        {!steps.ordered && <FirstOrderCall />}
      </Stack>
    </Card>
  )
}
