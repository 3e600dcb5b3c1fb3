import { Alert, List, Text } from "@mantine/core"
import type { ValidationIssue } from "../../../domain/ValidationIssue.ts"
import type { Definition } from "../../../domain/flows/Definition.ts"
import { shortened } from "../../format.ts"
import { useProductTitles } from "../../products/useProductTitles.ts"
import { productsInSteps } from "../steps/stepDisplay.ts"
import { issueLocation } from "./flowIssues.ts"
import * as words from "../../words/flows/flowEditor.ts"

/** All issues of a failed save with their locations, above the editor. */
export const IssueList = (props: {
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly definition: Definition
}) => {
  const titleOf = useProductTitles(productsInSteps(props.definition))
  return (
    <Alert color="orange" role="alert" title={words.fixProblems(props.issues.length)}>
      <List size="sm">
        {props.issues.map(({ field, message }, index) => (
          <List.Item key={index}>
            <Text size="sm" span fw={600}>
              {shortened(issueLocation(props.definition, field, titleOf), 80)}:
            </Text>{" "}
            {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** The issues of one step or of the trigger, within its node of the diagram. */
export const NodeIssues = ({ issues }: { readonly issues: ReadonlyArray<ValidationIssue> }) =>
  issues.map(({ field, message }) => (
    <Text key={`${field}${message}`} size="xs" c="var(--mantine-color-error)">
      {message}
    </Text>
  ))
