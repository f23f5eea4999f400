import { Refusal } from './refusal.ts'
import { type Week, readWeek, weekName } from './week.ts'

/**
 * Makes the part of an address that names a driver's statement: `2026-W23`, or `2026-W23_1a2b3c4d` for a statement of a
 * record that was merged into the driver's, with the beginning of that record's id.
 */
export function statementAddress(week: Week, formerRecord: string | null): string {
  return formerRecord === null ? weekName(week) : `${weekName(week)}_${formerRecord.slice(0, RECORD_LETTERS)}`
}

/** Reads such an address. Refuses `week.unreadable`, and `record.not-found` for text that cannot begin an id. */
export function readStatementAddress(text: string): { week: Week; formerRecord: string | null } {
  const [week = '', record, ...more] = text.split('_')
  if (more.length > 0 || (record !== undefined && !RECORD.test(record))) throw new Refusal('record.not-found')
  return { week: readWeek(week), formerRecord: record ?? null }
}

const RECORD_LETTERS = 8
const RECORD = /^[0-9a-f]{8}$/
