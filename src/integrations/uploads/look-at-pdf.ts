import { getDocumentProxy } from 'unpdf'
import { MAX_PDF_PAGES, namesIn } from './pdf-names.ts'

export type PdfLook = 'clean' | 'damaged' | 'locked' | 'active' | 'long'

/** End mark of a ZIP file, and how far from the end of a file ZIP readers look for it. */
const END_OF_ZIP = 'PK\x05\x06'
const ZIP_IS_SOUGHT = 65_557

/**
 * Checks whether a PDF may be kept as it came: readable, not locked, with nothing in it that runs or hides another
 * file, and nothing before it or after its end (such a file is two things at once).
 */
export async function lookAtPdf(bytes: Uint8Array): Promise<PdfLook> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!file.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'active'
  const end = file.lastIndexOf('%%EOF')
  if (end < 0) return 'damaged'
  if (file.toString('latin1', end + 5).trim() !== '') return 'active'
  if (file.subarray(-ZIP_IS_SOUGHT).includes(END_OF_ZIP, 0, 'latin1')) return 'active'
  const names = namesIn(file)
  if (names === 'active') return 'active'
  if (names === 'hidden') return 'damaged'
  try {
    // The library takes over the bytes it is given, so give it a copy.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    try {
      if (pdf.numPages > MAX_PDF_PAGES) return 'long'
      if ((await runsScripts(pdf)) || (await pdf.getAttachments()) || (await opensElsewhere(pdf, names === 'opens')))
        return 'active'
      for (let at = 1; at <= pdf.numPages; at++) {
        const marks = (await (await pdf.getPage(at)).getAnnotations()) as { subtype?: string }[]
        if (marks.some(({ subtype }) => subtype === 'FileAttachment')) return 'active'
      }
      return 'clean'
    } finally {
      await pdf.loadingTask.destroy()
    }
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'damaged'
  }
}

type Opened = Awaited<ReturnType<typeof getDocumentProxy>>

/** Whether a PDF runs scripts. The library's own answer counts each signature field, which has no actions at all, as one that has some. */
async function runsScripts(pdf: Opened): Promise<boolean> {
  if ((await pdf.getJSActions()) !== null) return true
  const fields = ((await pdf.getFieldObjects()) ?? {}) as Record<string, { actions?: object | null }[]>
  return Object.values(fields).some((ones) => ones.some(({ actions }) => actions != null))
}

/** Whether opening the PDF does more than showing one of its own pages, which is all that a document needs. */
async function opensElsewhere(pdf: Opened, isSaid: boolean): Promise<boolean> {
  const opening = (await pdf.getOpenAction()) as { dest?: unknown; action?: unknown } | null
  const { info } = (await pdf.getMetadata()) as { info: { IsXFAPresent?: boolean; IsCollectionPresent?: boolean } }
  if (info.IsXFAPresent === true || info.IsCollectionPresent === true) return true
  // The library says nothing about an action that it would not run itself.
  return opening === null ? isSaid : opening.action !== undefined
}
