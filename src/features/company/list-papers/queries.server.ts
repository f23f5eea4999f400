import { brandIn } from '#features/company/brand/queries.server.ts'
import { type PaperTable, drawTable } from '#integrations/pdf/table.ts'
import { HTML_LANG, type Language } from '#messages/language.ts'

/** Draws a list as a PDF; the foot of each page has the company's name and the text that `foot` gives. */
export async function drawList(
  table: Omit<PaperTable, 'language' | 'author' | 'foot'> & { foot: (page: number, pages: number) => string },
  language: Language,
): Promise<Uint8Array> {
  const { legalName, name } = await brandIn(language)
  const author = legalName || name
  return drawTable({
    ...table,
    language: HTML_LANG[language],
    author,
    foot: (page, pages) => [author, table.foot(page, pages)].filter(Boolean).join(' · '),
  })
}
