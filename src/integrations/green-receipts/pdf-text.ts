import { getDocumentProxy } from 'unpdf'

/** A receipt has two pages; what is longer is some other paper. */
const MOST_PAGES = 6

/**
 * The text of a PDF, line by line, a form feed between its pages; empty for one of pictures alone, `null` for what no reader
 * opens (damaged, or locked with a password).
 */
export async function pdfText(bytes: Uint8Array): Promise<string | null> {
  try {
    // The library takes the bytes it is given along to itself.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    try {
      const pages: string[] = []
      for (let at = 1; at <= Math.min(pdf.numPages, MOST_PAGES); at++) {
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
