import { Button, List, Stack, Text } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import * as words from "../words/campaigns.ts"

/** The button that calls the links of a campaign, and what was found of each. */
export const LinkCheckView = ({ id }: { readonly id: string }) => {
  const account = useAccount()
  const check = useMutation({
    mutationFn: async () => (await call((api) => api.campaigns.checkLinks({ params: { account, id } }))).data
  })
  return (
    <Stack gap="xs" align="start">
      <Button variant="default" size="xs" loading={check.isPending} onClick={() => check.mutate()}>
        {words.checkLinks}
      </Button>
      {check.isError && <ErrorAlert error={check.error} />}
      <div role="status">
        {check.data !== undefined && (
          <List size="sm" aria-label={words.checkedLinks} listStyleType="none">
            {check.data.links.length === 0 && <List.Item>{words.noLinksToCheck}</List.Item>}
            {check.data.links.map(({ url, passed, detail }) => (
              <List.Item key={url}>
                <Text span size="sm" fw={passed ? undefined : 600}>
                  {words.checked(passed)}
                </Text>{" "}
                <span style={{ overflowWrap: "anywhere" }}>{url}</span>: {detail}
              </List.Item>
            ))}
            {check.data.unchecked > 0 && <List.Item>{words.uncheckedLinks(check.data.unchecked)}</List.Item>}
          </List>
        )}
      </div>
    </Stack>
  )
}
