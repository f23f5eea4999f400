import type { GreenReceiptReading } from '#domain/green-receipt.ts'
import { sniff } from '#platform/sniff.ts'
import { pdfText } from './pdf-text.ts'
import { readPortalReceipt } from './portal-receipt.ts'

/** Reads the file of a receipt: a PDF with text is read, a picture has to be looked at by a person. */
export async function readReceiptPaper(bytes: Uint8Array): Promise<GreenReceiptReading> {
  if (sniff(bytes) !== 'pdf') return { ok: false, reason: 'no-text' }
  const text = await pdfText(bytes)
  return text === null ? { ok: false, reason: 'no-text' } : readPortalReceipt(text)
}
