import { Alert, Button, ColorInput, Stack, Textarea, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { SenderProfile } from "../../../domain/messages/SenderProfile.ts"
import type { SenderState } from "../../../domain/messages/SenderState.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { call, issueOf, issuesOf } from "../../call.ts"
import { ErrorAlert } from "../../components/Feedback.tsx"

type Form = Readonly<Record<keyof SenderProfile, string>>

const fields = [
  ["from_name", "From name", "Ada's Shop"],
  ["from_email", "From address", "hello@yourshop.com"],
  ["reply_to", "Replies go to", "Leave empty for the from address"],
  ["logo_url", "Logo address", "https://yourshop.com/logo.png"]
] as const

const orNull = (text: string) => (text.trim() === "" ? null : text.trim())

/** The form of the sender profile. Empty fields are cleared. */
export const SenderForm = ({
  saved,
  onChange
}: {
  readonly saved: SenderProfile
  readonly onChange: (sender: SenderState) => void
}) => {
  const account = useAccount()
  const [form, setForm] = useState<Form>({
    from_name: saved.from_name ?? "",
    from_email: saved.from_email ?? "",
    reply_to: saved.reply_to ?? "",
    postal_address: saved.postal_address ?? "",
    logo_url: saved.logo_url ?? "",
    color: saved.color ?? ""
  })
  const save = useMutation({
    mutationFn: () =>
      call((api) =>
        api.sender.change({
          params: { account },
          payload: {
            from_name: orNull(form.from_name),
            from_email: orNull(form.from_email),
            reply_to: orNull(form.reply_to),
            postal_address: orNull(form.postal_address),
            logo_url: orNull(form.logo_url),
            color: orNull(form.color)
          }
        })
      ),
    onSuccess: ({ data }) => onChange(data)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const set = (field: keyof Form, value: string) => {
    save.reset()
    setForm({ ...form, [field]: value })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={480}>
        {fields.map(([field, label, placeholder]) => (
          <TextInput
            key={field}
            label={label}
            placeholder={placeholder}
            value={form[field]}
            error={issueOf(save.error, field)}
            onChange={(event) => set(field, event.currentTarget.value)}
          />
        ))}
        <Textarea
          label="Postal address"
          placeholder={"1 High Street\nYork YO1 7HH\nUnited Kingdom"}
          autosize
          minRows={2}
          value={form.postal_address}
          error={issueOf(save.error, "postal_address")}
          onChange={(event) => set("postal_address", event.currentTarget.value)}
        />
        <ColorInput
          label="Colour of links and buttons"
          placeholder="#0b6e4f"
          eyeDropperButtonProps={{ "aria-label": "Pick a colour from the screen" }}
          value={form.color}
          error={issueOf(save.error, "color")}
          onChange={(color) => set("color", color)}
        />
        {save.isError && issuesOf(save.error).length === 0 && <ErrorAlert error={save.error} />}
        {save.isSuccess && <Alert color="teal">Saved.</Alert>}
        <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
          Save sender
        </Button>
      </Stack>
    </form>
  )
}
