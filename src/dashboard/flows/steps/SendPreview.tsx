import { Button, Group, Text, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { PreviewInput } from "../../../domain/flows/MessagePreview.ts"
import { call, errorText, issueOf } from "../../call.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { useMay } from "../../accounts/useMay.ts"
import { useSession } from "../../accounts/useSession.ts"
import * as words from "../../words/flows/flowPreview.ts"

/** Sends the mail of a preview, with its data, to an address: the user's own, unless another is typed. */
export const SendPreview = ({ input }: { readonly input: PreviewInput }) => {
  const account = useAccount()
  const maySend = useMay("flows", "sendPreview")
  const session = useSession()
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const to = typed ?? session.data?.data.user.email ?? ""
  const { step } = input
  const send = useMutation({
    mutationFn: (mail: PreviewInput & { readonly step: Extract<PreviewInput["step"], { type: "send_email" }> }) =>
      call((api) => api.flows.sendPreview({ params: { account }, payload: { ...mail, to } }))
  })
  if (step.type !== "send_email" || !maySend) return null
  const { status, spam } = send.data?.data ?? {}
  return (
    <div>
      <Group align="flex-end" gap="xs">
        <TextInput
          label={words.sendTo}
          size="xs"
          inputMode="email"
          miw={220}
          value={to}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={to === ""}
          loading={send.isPending}
          onClick={() => send.mutate({ ...input, step })}
        >
          {words.sendMeThis}
        </Button>
      </Group>
      <Text size="sm" role="status" c={send.isError ? "var(--mantine-color-error)" : "dimmed"}>
        {send.isError
          ? (issueOf(send.error, "to") ?? errorText(send.error))
          : status === undefined
            ? ""
            : status === "sent"
              ? words.previewSent
              : words.previewCaptured}
        {!send.isError && spam !== undefined && ` ${spam.detail}.`}
      </Text>
    </div>
  )
}
