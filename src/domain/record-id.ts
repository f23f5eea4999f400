import { Refusal } from './refusal.ts'

/** The id of a record as an address gives it. Refuses `record.not-found` for text that cannot be one: it names nothing. */
export function readRecordId(text: string): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new Refusal('record.not-found')
  return text.toLowerCase()
}
