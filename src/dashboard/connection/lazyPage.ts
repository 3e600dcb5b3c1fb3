import { lazyRouteComponent } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { pageModule } from "./pageModules.ts"

/** A module of pages, by name. */
export type Pages = Record<string, () => ReactNode>

/** A page whose module is loaded when it is first opened, or when the browser is idle. */
export const lazyPage = <Module extends Pages, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name
) => lazyRouteComponent(pageModule(load), name)
