import { Refusal } from './refusal.ts'

/** Whether text can be the id of a record. */
export function isRecordId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** The id of a record as an address gives it. Refuses `record.not-found` for text that cannot be one: it names nothing. */
export function readRecordId(text: string): string {
  if (!isRecordId(text)) throw new Refusal('record.not-found')
  return text.toLowerCase()
}

/** The number of a record, or of a page, as an address gives it: 0, which nothing has, for text that is none. */
export function readNumber(text: string | null | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0
}
