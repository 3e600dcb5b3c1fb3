import { Text } from "@mantine/core"
import { LongText } from "../components/LongText.tsx"

const addressLines = [
  ["name"],
  ["first_name", "last_name"],
  ["address1"],
  ["address2"],
  ["postal_code", "city", "state_code"],
  ["country_code"]
] as const

const isText = (value: unknown) => typeof value === "string" && value !== ""

/** A postal address, line by line. */
export const PostalAddress = ({ address }: { readonly address: Readonly<Record<string, unknown>> | undefined }) => {
  if (address === undefined) return <>—</>
  return addressLines
    .filter(([first]) => first !== "name" || ![address["first_name"], address["last_name"]].some(isText))
    .map((keys) => keys.flatMap((key) => (isText(address[key]) ? [address[key]] : [])).join(" "))
    .filter((line) => line !== "")
    .map((line, index) => (
      <Text key={index} size="sm" style={{ overflowWrap: "anywhere" }}>
        <LongText text={line} />
      </Text>
    ))
}
