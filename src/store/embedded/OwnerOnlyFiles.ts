import type { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"

/**
 * The file system of the embedded database, which gives no rights to other users. The database sets the mode of a file after creating it,
 * mostly to 0666, so the umask of the process has no effect.
 */
export class OwnerOnlyFiles extends NodeFS {
  override async init(database: PGlite, options: Parameters<NodeFS["init"]>[1]) {
    const { emscriptenOpts } = await super.init(database, options)
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
