import { lazyRouteComponent } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { pageModule } from "./pageModules.ts"

/** A page whose module is loaded when it is first opened, or when the browser is idle. */
export const lazyPage = <Module extends Record<string, () => ReactNode>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name
) => lazyRouteComponent(pageModule(load), name)
