import { Anchor, Button, Card, List, Stack, Text, Title } from "@mantine/core"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../call.ts"
import { CopyableText } from "../components/Secret.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import { useAccount } from "../accounts/useAccount.ts"

const curlCommand = (token: string): string =>
  [
    `curl ${window.location.origin}/v1/orders/placed \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"order_id": 1001, "email": "ada@example.com", "total": 59.90, "currency": "USD",`,
    `       "order_date": "${new Date().toISOString().slice(0, 19)}Z", "shipment_status": "delivered",`,
    `       "accepts_email_marketing": true}'`
  ].join("\n")

/** The first steps of a new account: connect a store, create a token, send an order. Hidden once an order exists. */
export const FirstSteps = () => {
  const account = useAccount()
  const orders = useQuery({
    queryKey: ["orders", account, "any"],
    queryFn: () => call((api) => api.orders.list({ params: { account }, query: { per_page: 1 } }))
  })
  const token = useMutation({
    mutationFn: () =>
      call((api) =>
        api.tokens.create({
          params: { account },
          payload: { name: "First order", scopes: ["orders_write"], expires_in: null }
        })
      )
  })
  if (orders.data === undefined || orders.data.data.length > 0) return null
  return (
    <Card withBorder>
      <Stack>
        <Title order={2} size="h4">
          Send your first order
        </Title>
        <List type="ordered" spacing="xs">
          <List.Item>
            <Anchor
              underline="always"
              renderRoot={(props) => (
                <Link to="/a/$account/settings/$section" params={{ account, section: "integrations" }} {...props} />
              )}
            >
              Connect your store
            </Anchor>
            , so that its orders can start flows.
          </List.Item>
          <List.Item>Create a token for it.</List.Item>
          <List.Item>Send an order. Its contact is created with it.</List.Item>
        </List>
        {token.data === undefined ? (
          <Button w="fit-content" loading={token.isPending} onClick={() => token.mutate()}>
            Create a token and show the call
          </Button>
        ) : (
          <>
            <Text size="sm">Copy this call and run it in a terminal. You won&apos;t see this token again.</Text>
            <CopyableText label="first order call" text={curlCommand(token.data.data.token)} />
          </>
        )}
        {token.isError && <ErrorAlert error={token.error} />}
      </Stack>
    </Card>
  )
}
