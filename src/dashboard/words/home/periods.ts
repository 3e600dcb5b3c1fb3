/** Words of the periods that reports offer. The router loads them with every page. */

/** The periods by their days. */
export const periods = {
  "7": "Last 7 days",
  "30": "Last 30 days",
  "90": "Last 90 days",
  "365": "Last 12 months"
} as const
