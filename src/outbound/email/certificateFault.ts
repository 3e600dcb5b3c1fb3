const selfMade = "its certificate is self-made, so anybody could stand in for it"

/** The fault of a certificate, by Node's codes of certificate errors. */
const faults: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: selfMade,
  SELF_SIGNED_CERT_IN_CHAIN: selfMade,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "its certificate is of an authority that is not trusted here, or lacks the one between",
  UNABLE_TO_GET_ISSUER_CERT: "its certificate is of an authority that is not trusted here",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is of an authority that is not trusted here",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
  CERT_REVOKED: "its certificate was revoked",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name"
}

const faultOf = (error: unknown): string | undefined => {
  for (const name of ["originalCode", "code"]) {
    const code: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
    const fault = typeof code === "string" ? faults[code] : undefined
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Why a mail server's certificate was not accepted, in words with the way out; undefined for other errors. Pure. */
export const certificateFault = (error: unknown): string | undefined => {
  const fault = faultOf(error)
  return fault === undefined
    ? undefined
    : `the mail server was not trusted: ${fault} (docs/operations.md, “Mail servers with their own certificate”)`
}

/** Whether a connection failed by the other side's certificate. A server that has none for the name ends TLS with an alert. Pure. */
export const isCertificateFault = (error: unknown): boolean => {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined
  return faultOf(error) !== undefined || (typeof code === "string" && /^ERR_(?:SSL|TLS)_/.test(code))
}
