import { writeFileSync } from "node:fs"
import { contractFile, contractText } from "./contract.ts"

writeFileSync(contractFile, contractText())
