import type { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"

/**
 * The files of an embedded database, each its owner's alone. The database sets the mode of a file after making it, to 0666 for
 * most, so that the umask of the process does not hold for them.
 */
export class OwnerOnlyFiles extends NodeFS {
  override async init(database: PGlite, given: Parameters<NodeFS["init"]>[1]) {
    const { emscriptenOpts } = await super.init(database, given)
    const preRun: NonNullable<typeof emscriptenOpts.preRun> = [
      ...(emscriptenOpts.preRun ?? []),
      ({ FS }) => {
        const { chmod } = FS
        FS.chmod = (file: unknown, mode: number, dontFollow?: boolean) => chmod(file, mode & 0o700, dontFollow)
      }
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}
