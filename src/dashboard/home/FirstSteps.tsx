import { Anchor, Button, Card, List, Stack, Text, Title } from "@mantine/core"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../call.ts"
import { Copyable } from "../components/Secret.tsx"
import { Failure } from "../components/States.tsx"
import { useAccount } from "../useAccount.ts"

const curl = (token: string): string =>
  [
    `curl ${window.location.origin}/v1/orders/placed \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"order_id": 1001, "email": "ada@example.com", "total": 59.90, "currency": "USD",`,
    `       "order_date": "${new Date().toISOString().slice(0, 19)}Z", "shipment_status": "delivered",`,
    `       "accepts_email_marketing": true}'`
  ].join("\n")

/** What a new account does first: connect a store, make a token, send an order. Gone with the first order. */
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
          <List.Item>Make a token for it.</List.Item>
          <List.Item>Let it report an order; the contact appears by itself.</List.Item>
        </List>
        {token.data === undefined ? (
          <Button w="fit-content" loading={token.isPending} onClick={() => token.mutate()}>
            Make a token and show the call
          </Button>
        ) : (
          <>
            <Text size="sm">The token in this call is shown only this once. Paste it into a terminal:</Text>
            <Copyable label="first order call" text={curl(token.data.data.token)} />
          </>
        )}
        {token.isError && <Failure error={token.error} />}
      </Stack>
    </Card>
  )
}
