import type { Flow } from "../../../domain/flows/Flow.ts"
import { keptDrafts } from "../../components/keptDrafts.ts"

/** The unsaved changes of flows, and the versions that they are based on. */
export const flowDrafts = keptDrafts<Pick<Flow, "name" | "definition">, Pick<Flow, "name" | "definition" | "version">>()

export const flowDraftKey = (account: string, flow: string): string => `${account} ${flow}`
