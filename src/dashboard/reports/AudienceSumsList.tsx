import type { AudienceSums } from "../../domain/reports/AudienceSums.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import * as words from "../words/audienceSums.ts"

const parts = ["sent", "captured", "skipped", "failed", "held", "cancelled", "waiting"] as const

/** A sum under the name `of`, and what it is the sum of: those that are none are left out. */
export const AudienceSumsList = ({ sums, of }: { readonly sums: AudienceSums; readonly of: string }) => (
  <DescriptionList
    items={[
      [of, sums.audience.toLocaleString()],
      ...parts
        .filter((name) => name === "sent" || sums[name] > 0)
        .map((name) => [words.sums[name], sums[name].toLocaleString()] as const)
    ]}
  />
)
