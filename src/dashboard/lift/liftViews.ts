export { FlowHoldout } from "./FlowHoldout.tsx"
export { LiftResult } from "./LiftResult.tsx"
