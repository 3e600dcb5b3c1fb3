import { Text } from "@mantine/core"
import type { ReactNode } from "react"
import classes from "./Facts.module.css"

/** What is known of one thing: a label and a value each. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [label: string, value: ReactNode]> }) => (
  <dl className={classes.facts}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <Text size="xs" c="dimmed" component="dt">
          {label}
        </Text>
        <Text size="sm" component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
          {value}
        </Text>
      </div>
    ))}
  </dl>
)
