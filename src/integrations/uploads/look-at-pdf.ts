import { getDocumentProxy } from 'unpdf'

export type PdfLook = 'clean' | 'damaged' | 'locked' | 'active'

/** Pages that are looked at; a paper of a driver or a car has a few. */
const MOST_PAGES = 200
/** What runs, sends or carries something when a reader opens the page. */
const ACTIVE = /\/(?:JavaScript|JS|Launch|RichMedia|EmbeddedFiles?|ImportData|SubmitForm|XFA)(?![A-Za-z])/

/**
 * Whether a PDF may be kept as it came: readable, not locked, nothing in it that runs or hides another file, and nothing
 * in front of it or after its end (such a file is two things at once).
 */
export async function lookAtPdf(bytes: Uint8Array): Promise<PdfLook> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!text.startsWith('%PDF-')) return 'active'
  const end = text.lastIndexOf('%%EOF')
  if (end < 0) return 'damaged'
  if (text.slice(end + 5).trim() !== '') return 'active'
  if (ACTIVE.test(namesIn(text))) return 'active'
  try {
    // The library takes the bytes it is given along to itself.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    try {
      if (pdf.numPages > MOST_PAGES) return 'damaged'
      // Names in a compressed part of the file are not seen above.
      if ((await runsScripts(pdf)) || (await pdf.getAttachments()) || (await pdf.getOpenAction())?.['action']) {
        return 'active'
      }
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

/** The library's own answer takes each field of a signature, which has no actions at all, for one that has some. */
async function runsScripts(pdf: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<boolean> {
  if ((await pdf.getJSActions()) !== null) return true
  const fields = ((await pdf.getFieldObjects()) ?? {}) as Record<string, { actions?: object | null }[]>
  return Object.values(fields).some((ones) => ones.some(({ actions }) => actions != null))
}

/** The text of a PDF outside its streams, in whose bytes any name stands by chance. */
function namesIn(text: string): string {
  const outside = text.replaceAll(/\bstream\r?\n.*?\bendstream\b/gs, '')
  // A letter of a name may be written by its number: `/J#61vaScript`.
  return outside.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
