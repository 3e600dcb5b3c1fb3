import { Layer } from "effect"
import { BacklogsLayer } from "./Backlogs.ts"
import { DeadRowsLayer } from "./DeadRows.ts"
import { SearchIndexLayer } from "./SearchIndex.ts"
import { StatisticsLayer } from "./Statistics.ts"

/** Keeps planner statistics and the search index fresh, clears erased rows out of files and measures backlogs for as long as the program runs. */
export const DatabaseUpkeepLayer = Layer.mergeAll(StatisticsLayer, BacklogsLayer, DeadRowsLayer, SearchIndexLayer)
