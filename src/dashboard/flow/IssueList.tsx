import { Alert, List, Text } from "@mantine/core"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import type { Definition } from "../../domain/flows/Definition.ts"
import { shortened } from "../format.ts"
import { placeOf } from "./issues.ts"

/** Everything that keeps a flow from being saved, by place; each is shown there, too. */
export const IssueList = (props: {
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly definition: Definition
}) => (
  <Alert
    color="red"
    role="alert"
    title={props.issues.length === 1 ? "One thing to mend" : `${props.issues.length} things to mend`}
  >
    <List size="sm">
      {props.issues.map(({ field, message }, at) => (
        <List.Item key={at}>
          <Text size="sm" span fw={600}>
            {shortened(placeOf(props.definition, field), 80)}:
          </Text>{" "}
          {message}
        </List.Item>
      ))}
    </List>
  </Alert>
)
