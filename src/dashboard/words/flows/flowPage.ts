/** Words of the page of a flow, around its editor and its runs. */

// The header and the tabs
export const backToFlows = "← Flows"
export const versionNumber = (version: number) => `Version ${version}`
export const withUnsavedChanges = (version: string) => `${version} · unsaved changes`
export const pause = "Pause"
export const activate = "Activate"
export const saveAndActivate = "Save and activate"
export const saveVersion = "Save as a new version"
export const versionSaved = "Saved. Runs in progress stay on their version."
export const flow = "Flow"
export const runs = "Runs"
export const holdout = "Holdout"
export const backtest = "Backtest"
export const versions = "Versions"

// A flow that somebody else saved
export const changedElsewhere = "This flow was changed elsewhere"
export const newerVersionSaved = "A newer version was saved since you opened the flow. Nothing of yours is saved yet."
export const discardMine = "Discard mine and load the newest"
export const saveMine = "Save mine as the newest"

// The menu of rarer actions
export const more = "More"
export const deleteFlow = "Delete flow"
export const deleteFlowAsking = "Delete flow…"
export const deleteTitle = "Delete this flow?"
export const deleteConsequences =
  "Contacts who are in the flow leave it, and messages that were not sent yet are skipped. Sent messages stay in the history of your contacts. This can't be undone."

// The notice of a refused mail
export const stopped = "Stopped: mail was refused"
export const nothingIsSent = "Nothing is sent until you activate the flow again. E-mails that were waiting go out then."
export const flowGoesOn = "Other e-mails of the flow were accepted, so it goes on."

// The period of the figures
export const figuresOf = "Figures of the"
export const figuresPeriods = {
  "7": "last 7 days",
  "30": "last 30 days",
  "90": "last 90 days",
  "365": "last 12 months"
} as const
export const figuresUnavailable = "The figures can't be read right now."

// The versions
export const version = "Version"
export const newestVersion = (number: number) => `${number} (for new runs)`
export const saved = "Saved"
export const actions = "Actions"
export const open = "Open"
export const openVersion = (number: number) => `Open version ${number} in the editor`
export const noVersions = "No versions"
