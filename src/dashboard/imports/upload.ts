import { type Import, importLimits } from "../../domain/imports/Import.ts"
import { call } from "../call.ts"

/** Uploads the rest of the file of an import, then starts it. `onProgress` gets the fraction that is uploaded, 0 to 1. */
export const upload = async (
  account: string,
  { id, uploaded }: Import,
  file: File,
  onProgress: (fraction: number) => void
): Promise<void> => {
  const params = { account, id }
  let from = uploaded
  while (from < file.size) {
    const payload = new Uint8Array(await file.slice(from, from + importLimits.part).arrayBuffer())
    const query = { from }
    from = (await call((api) => api.imports.upload({ params, query, payload }))).data.uploaded
    onProgress(from / file.size)
  }
  await call((api) => api.imports.start({ params }))
}
