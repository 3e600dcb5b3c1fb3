import type { ValidationIssue } from "../../domain/ValidationIssue.ts"

/** The issue of a record whose import ended with a defect, which is in the log. */
export const serviceFailure: ValidationIssue = { field: "", message: "The service could not import this record" }
