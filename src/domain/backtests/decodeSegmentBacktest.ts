import { decoder } from "../segments/decodeSegment.ts"
import { SegmentBacktestInput } from "./SegmentBacktest.ts"

/** A backtest of a body, or every issue of it and of its conditions by dotted path. Pure. */
export const decodeSegmentBacktest = decoder(SegmentBacktestInput)
