import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { authenticate } from "mailauth"

interface Published {
  readonly name: string
  readonly value: string
}

/** The headers that a mail's DKIM signature covers, in lower case, as mailauth finds it valid with this record in DNS; undefined without one. */
export const signedBy = async (raw: string, record: Published): Promise<ReadonlyArray<string> | undefined> => {
  const { dkim } = await authenticate(raw, {
    disableArc: true,
    disableDmarc: true,
    disableBimi: true,
    ip: "192.0.2.1",
    helo: "mail.example",
    sender: "a@mail.example",
    resolver: (name: string, type: string) =>
      name === record.name && type === "TXT"
        ? Promise.resolve([[record.value]])
        : Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }))
  })
  const valid = dkim.results.find(({ status }) => status.result === "pass")
  const header = /^DKIM-Signature:[^]*?\bh=([^;]*)/im.exec(raw)?.[1]
  return valid === undefined ? undefined : (header ?? "").toLowerCase().replace(/\s/g, "").split(":")
}

const debianPython = "/usr/bin/python3"

/** Whether Debian's python3-dkim is installed. */
export const hasDkimpy = existsSync("/usr/lib/python3/dist-packages/dkim/__init__.py") && existsSync(debianPython)

const script = `
import dkim, json, sys
given = json.load(sys.stdin)
def txt(name, timeout=5):
    return given["value"].encode() if name.decode().rstrip(".") == given["name"] else None
print(dkim.verify(given["raw"].encode(), dnsfunc=txt))
`

/** Whether dkimpy finds a mail's DKIM signature valid with this record in DNS. Requires `hasDkimpy`. */
export const isValidForDkimpy = (raw: string, { name, value }: Published): boolean => {
  const { stdout } = spawnSync(debianPython, ["-c", script], { input: JSON.stringify({ raw, name, value }) })
  return stdout.toString().trim() === "True"
}
