import { useMergedRef } from "@mantine/hooks"
import type { Ref, RefCallback } from "react"

/** As `useMergeRefs` of floating-ui, which the build puts this in the place of; see vite.config.ts. */
export const useMergeRefs = <T>(refs: ReadonlyArray<Ref<T> | undefined>): RefCallback<T> => useMergedRef(...refs)
