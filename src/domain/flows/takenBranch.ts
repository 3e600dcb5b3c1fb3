import type { RandomSplit } from "./Step.ts"

/** A number from 0 to below 1, evenly spread over texts and the same for equal ones: FNV-1a with the final mix of MurmurHash3. */
const fractionOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** The steps of the branch that a run takes: by the ids of run and step, so that a repeated step takes the same. Pure. */
export const takenBranch = (
  { id, branches }: RandomSplit,
  run_id: string
): RandomSplit["branches"][number]["steps"] => {
  const drawn = 100 * fractionOf(`${run_id}/${id}`)
  let sum = 0
  return branches.find(({ percent }) => (sum += percent) > drawn)?.steps ?? []
}
