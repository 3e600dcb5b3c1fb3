import { Text } from "@mantine/core"
import type { ReactNode } from "react"
import { LongText } from "./LongText.tsx"
import classes from "./DescriptionList.module.css"

/** Labels with their values. */
export const DescriptionList = (props: {
  readonly items: ReadonlyArray<readonly [label: string, value: ReactNode]>
}) => (
  <dl className={classes["list"]}>
    {props.items.map(([label, value]) => (
      <div key={label}>
        <Text size="xs" c="dimmed" component="dt">
          {label}
        </Text>
        <Text size="sm" component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
          {typeof value === "string" ? <LongText text={value} /> : value}
        </Text>
      </div>
    ))}
  </dl>
)
