import { Alert, Anchor } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../call.ts"

/** Tells on every page that e-mails are kept and not sent. */
export const NotSendingBanner = ({ account }: { readonly account: string }) => {
  const sender = useQuery({
    queryKey: ["sender", account],
    queryFn: () => call((api) => api.sender.read({ params: { account } }))
  })
  if (sender.data?.data.sending.status !== "captured") return null
  return (
    <Alert color="yellow" mb="md" role="status">
      Not sending: no mail server set.{" "}
      <Anchor component={Link} to={`/a/${account}/settings/sending`} inherit>
        Set up sending
      </Anchor>
    </Alert>
  )
}
