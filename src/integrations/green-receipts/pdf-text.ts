import { getDocumentProxy } from 'unpdf'

/** Most pages: a receipt has two, and a longer file is another document. */
const MAX_PAGES = 6

/**
 * Reads the text of a PDF, line by line, with a form feed between pages; empty for pictures only, `null` for a file
 * that can't be opened (damaged, or locked with a password).
 */
export async function pdfText(bytes: Uint8Array): Promise<string | null> {
  try {
    // The library takes over the bytes it is given, so give it a copy.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    try {
      const pages: string[] = []
      for (let at = 1; at <= Math.min(pdf.numPages, MAX_PAGES); at++) {
        const { items } = await (await pdf.getPage(at)).getTextContent()
        pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
      }
      return pages.every((page) => page.trim() === '') ? '' : pages.join('\f')
    } finally {
      await pdf.loadingTask.destroy()
    }
  } catch {
    return null
  }
}
