import { Schema } from "effect"
import { leaf, madeUpText } from "../json/Leaf.ts"

// Active ISO 4217 codes by their number of minor digits.
const codesByDigits: ReadonlyArray<readonly [digits: number, codes: string]> = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
  [
    2,
    `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
    CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF
    IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV
    MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD
    SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG ZWL`
  ]
]

const minorDigits = new Map(
  codesByDigits.flatMap(([digits, codes]) => codes.split(/\s+/).map((code) => [code, digits]))
)

/** An ISO 4217 code; lower case is accepted and becomes upper case (contract §2). */
export const Currency = leaf({
  to: Schema.String.check(madeUpText(/^(?:USD|EUR|JPY|KWD|CLF)$/)),
  json: { type: "string", pattern: "^[A-Za-z]{3}$", examples: ["USD"] },
  message: "Must be an ISO 4217 currency code",
  decode: (value) => {
    const code = typeof value === "string" && /^[A-Za-z]{3}$/.test(value) ? value.toUpperCase() : ""
    return minorDigits.has(code) ? code : undefined
  },
  encode: (code) => code
})

/** Digits after the point by ISO 4217; 2 for codes that it does not have. */
export const currencyDigits = (currency: string): number => minorDigits.get(currency) ?? 2

/** The amount padded with zeros to the minor digits of its currency; further digits are kept (contract §2). */
export const formatAmount = (amount: string, currency: string): string => {
  const digits = currencyDigits(currency)
  const point = amount.indexOf(".")
  const fraction = point < 0 ? 0 : amount.length - point - 1
  if (fraction >= digits) return amount
  return `${amount}${point < 0 ? "." : ""}${"0".repeat(digits - fraction)}`
}
