import { type ZipFile, assemble, pack } from '#platform/zip-writer.ts'

/** An entry of a ZIP file made by a test. `declaredSize`, `encrypted` and `sharesData` make files that lie. */
type ZipEntry = ZipFile & {
  declaredSize?: number
  encrypted?: boolean
  /** Points at the data of the first entry instead of its own. */
  sharesData?: boolean
}

/** A ZIP file whose headers say what the test wants. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const packed = entries.map(pack)
  return assemble(
    entries.map(({ declaredSize, encrypted, sharesData }, index) => {
      const entry = packed[index]!
      return {
        ...entry,
        size: declaredSize ?? entry.size,
        flags: entry.flags | (encrypted ? 1 : 0),
        ...(sharesData ? { packed: packed[0]!.packed, at: 0 } : {}),
      }
    }),
  )
}

/** The XML parts of a workbook around its sheets: a part that a test leaves out is as in any workbook. */
export type Workbook = {
  /** XML inside `sheetData`, by name of the tab; a name that starts with `.` is a hidden sheet. */
  sheets: Readonly<Record<string, string>>
  sharedStrings?: readonly string[]
  /** Number format codes or built-in numbers of cell styles 0, 1, 2… */
  formats?: readonly (number | string)[]
  from1904?: boolean
}

/** An XLSX file. */
export function xlsxOf({ sheets, sharedStrings, formats = [0], from1904 = false }: Workbook): Uint8Array {
  const names = Object.keys(sheets)
  const codes = formats.map((format, at) =>
    typeof format === 'string' ? { id: 200 + at, code: format } : { id: format },
  )
  const tabs = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" ${name.startsWith('.') ? 'state="hidden"' : ''} r:id="r${at}"/>`,
  )
  const links = names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at + 1}.xml"/>`)
  const entries: ZipEntry[] = [
    { name: '[Content_Types].xml', data: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns:r="r"><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets>${tabs.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', data: `<Relationships>${links.join('')}</Relationships>` },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet><numFmts>${codes.map(({ id, code }) => (code ? `<numFmt numFmtId="${id}" formatCode="${code.replaceAll('"', '&quot;')}"/>` : '')).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${codes.map(({ id }) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    },
    ...Object.values(sheets).map((data, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      data: `<worksheet><sheetData>${data}</sheetData></worksheet>`,
    })),
  ]
  if (sharedStrings) {
    entries.push({
      name: 'xl/sharedStrings.xml',
      data: `<sst>${sharedStrings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    })
  }
  return zipOf(entries)
}
