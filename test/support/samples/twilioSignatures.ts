/**
 * Requests for a webhook and what Twilio's npm package `twilio` 6.3.1 says of each: signatures of its `getExpectedTwilioSignature`, `accepted` by
 * its `validateRequest` with the algorithm of its `getSignatureAlgorithm`.
 */
export const twilioSignatures: ReadonlyArray<{
  readonly name: string
  readonly url: string
  readonly form: string
  readonly settings: string | null
  readonly signature: string
  readonly accepted: boolean
}> = [
  {
    name: "plain",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "90VqqTndDjDacyaNXNcfbmtddcI=",
    accepted: true
  },
  {
    name: "signed with the standard port",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "5VGoupFeNvVHJRGLHcokWB+GJGA=",
    accepted: true
  },
  {
    name: "a port of its own, signed with it",
    url: "https://tally.example:8443/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "iLgxM2tiWbQ87wq1f83xQw8HmEQ=",
    accepted: true
  },
  {
    name: "a port of its own, signed without",
    url: "https://tally.example:8443/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "90VqqTndDjDacyaNXNcfbmtddcI=",
    accepted: true
  },
  {
    name: "http, signed with port 80",
    url: "http://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "/gWB8FHZuNnPebVvZqZdKDVga/g=",
    accepted: true
  },
  {
    name: "another port",
    url: "https://tally.example:8443/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "ONSEsOA8bE9FbWCpOwJE+R4uWlg=",
    accepted: false
  },
  {
    name: "an IPv6 address with a port",
    url: "https://[2001:db8::1]:8443/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "iIknodJDMjFJXCfyg2OuVxvwK+E=",
    accepted: true
  },
  {
    name: "a query",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl?a=1&b=it's",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "sCyY16cB2ljFnDc6ouxFLwQAbTQ=",
    accepted: true
  },
  {
    name: "a query in other escapes",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl?b=it's%20so",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "yJFvex1tUDDaD7U8eM+Q/zbU0eA=",
    accepted: true
  },
  {
    name: "a query written again",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl?b=a+b",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "BEm107/SYFvM6i3uBIjcR4jrNOo=",
    accepted: true
  },
  {
    name: "a field twice, in order",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1&MediaUrl=a&MediaUrl=b",
    settings: null,
    signature: "Z+bPPTp3i86aHu7/xFAX0ShYoR8=",
    accepted: true
  },
  {
    name: "a field twice, out of order",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1&MediaUrl=b&MediaUrl=a&MediaUrl=c",
    settings: null,
    signature: "QDv6dxztLbNVKPrj1FVQnz+vGT0=",
    accepted: true
  },
  {
    name: "a field twice with one value",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1&Tag=x&Tag=x",
    settings: null,
    signature: "RTA6D8QE+S+v0dmnNlBfWS7rJc8=",
    accepted: true
  },
  {
    name: "an empty field",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1&Empty=",
    settings: null,
    signature: "PPm212mL+T7+/IxxCaIYn7gAFrw=",
    accepted: true
  },
  {
    name: "text beyond ASCII",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&Body=ARR%C3%8AT%20%F0%9F%98%80",
    settings: null,
    signature: "+JiALtJ79NlqmK7NhrpAhCXgr6o=",
    accepted: true
  },
  {
    name: "a shared key, SHA-256",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: "key=webhooks_sharedkey_01,algorithm=HMAC_SHA256",
    signature: "+0z9eVRz4denrZ6QAJ1x58qg0Q/4fD+g8vKEzzLFRJk=",
    accepted: true
  },
  {
    name: "a shared key, SHA-256, with a port",
    url: "https://tally.example:8443/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: "key=webhooks_sharedkey_01,algorithm=HMAC_SHA256",
    signature: "+0z9eVRz4denrZ6QAJ1x58qg0Q/4fD+g8vKEzzLFRJk=",
    accepted: true
  },
  {
    name: "a shared key, SHA-1",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: "key=webhooks_sharedkey_01,algorithm=HMAC_SHA1",
    signature: "90VqqTndDjDacyaNXNcfbmtddcI=",
    accepted: true
  },
  {
    name: "a shared key, algorithm in lower case",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: "key=webhooks_sharedkey_01,algorithm=hmac_sha256",
    signature: "+0z9eVRz4denrZ6QAJ1x58qg0Q/4fD+g8vKEzzLFRJk=",
    accepted: true
  },
  {
    name: "a shared key without an algorithm",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: "key=webhooks_sharedkey_01",
    signature: "90VqqTndDjDacyaNXNcfbmtddcI=",
    accepted: true
  },
  {
    name: "a shared key, members in another order and spaced",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: "algorithm = HMAC_SHA256 , key=k",
    signature: "+0z9eVRz4denrZ6QAJ1x58qg0Q/4fD+g8vKEzzLFRJk=",
    accepted: true
  },
  {
    name: "a shared key, an unknown algorithm",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: "key=webhooks_sharedkey_01,algorithm=HMAC_SHA512",
    signature: "90VqqTndDjDacyaNXNcfbmtddcI=",
    accepted: false
  },
  {
    name: "SHA-256 that is called SHA-1",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: "key=webhooks_sharedkey_01,algorithm=HMAC_SHA1",
    signature: "+0z9eVRz4denrZ6QAJ1x58qg0Q/4fD+g8vKEzzLFRJk=",
    accepted: false
  },
  {
    name: "SHA-1 that is called SHA-256",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: "key=webhooks_sharedkey_01,algorithm=HMAC_SHA256",
    signature: "90VqqTndDjDacyaNXNcfbmtddcI=",
    accepted: false
  },
  {
    name: "another secret",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "ho1C/q8gcYT+7c3A3NA9EVdIN1A=",
    accepted: false
  },
  {
    name: "another body",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "R3NIXGW2cf/zUSBMj6zETY2a/m0=",
    accepted: false
  },
  {
    name: "no signature",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "",
    accepted: false
  },
  {
    name: "a cut signature",
    url: "https://tally.example/hooks/sms/WyJhY2NfMSJd.c2lnbmF0dXJl",
    form: "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM1",
    settings: null,
    signature: "RSOY",
    accepted: false
  }
]

export const twilioSecret = "12345678901234567890123456789012"
