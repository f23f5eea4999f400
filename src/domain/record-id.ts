import { Refusal } from './refusal.ts'

/** Whether text can be the id of a record. */
export function isRecordId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** Reads the id of a record from an address. Refuses `record.not-found` for text that cannot be one. */
export function readRecordId(text: string): string {
  if (!isRecordId(text)) throw new Refusal('record.not-found')
  return text.toLowerCase()
}

/** Reads the number of a record, or of a page, from an address: 0, which no record has, for other text. */
export function readNumber(text: string | null | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0
}
