import { parseTime } from "../values/Time.ts"
import { instantOfLocal } from "../zones/localTime.ts"
import { isTimezone } from "../zones/zoneData.ts"

const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** Whether the text is a real date and a time of day to the minute: `2026-12-01T09:00`. */
export const isLocalTime = (text: string): boolean => form.test(text) && parseTime(`${text}:00Z`) !== undefined

/**
 * The instant of a local time in a zone, in milliseconds; undefined for an unknown zone. A time that a change of clocks skips is as much
 * later as clocks go forward; of a time that occurs twice it is the first. Pure.
 */
export const localInstant = (local: string, zone: string): number | undefined =>
  isTimezone(zone) ? instantOfLocal(utcInstant(local), zone) : undefined

/** The instant of a local time in UTC, in milliseconds. */
export const utcInstant = (local: string): number => parseTime(`${local}:00Z`) ?? 0
