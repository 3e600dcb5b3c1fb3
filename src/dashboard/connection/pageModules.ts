import { isReachable, untilReachable } from "./connection.ts"

const importers: Array<() => Promise<unknown>> = []

/**
 * The import of a page's module. While the server is away it waits and tries again; a module that is missing on a server that
 * answers is an error, because a newer version of the dashboard has other modules.
 */
export const pageModule = <A>(importer: () => Promise<A>): (() => Promise<A>) => {
  importers.push(importer)
  const load = async (): Promise<A> => {
    try {
      return await importer()
    } catch (error) {
      if (await isReachable()) throw error
      await untilReachable()
      return load()
    }
  }
  return load
}

/** Loads the modules of all pages, so that navigation works while the server is away. */
export const preloadPages = (): void => {
  for (const importer of importers) void importer().catch(() => undefined)
}
