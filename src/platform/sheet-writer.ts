import { type WrittenCell, decimal, withoutFormulas } from './csv-writer.ts'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { columnName } from './table.ts'
import { writeZipInTurns } from './zip-writer.ts'

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Index of each style in `cellXfs` below. */
const STYLE = { plain: 0, head: 1, amount: 2, day: 3, total: 4, quoted: 5, quotedHead: 6 } as const

const STYLES = `<styleSheet xmlns="${NAMESPACE}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" quotePrefix="1"/></cellXfs>
</styleSheet>`

/**
 * Writes an XLSX file of one sheet: headings that stay in sight, rows, and a last row of totals in bold. Amounts are
 * exact numbers in euros, days are dates, and text is text. It never becomes a formula, not even after somebody has
 * edited the cell, because text that looks like a formula is marked as text. A log of a hundred thousand rows takes
 * seconds, so other work gets its turn meanwhile.
 */
export async function writeSheet(name: string, rows: readonly (readonly WrittenCell[])[]): Promise<Uint8Array> {
  let width = 1
  const last = rows.length - 1
  const lines: string[] = []
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_IN_A_TURN === ROWS_IN_A_TURN - 1) await othersTurn()
    width = Math.max(width, row.length)
    const isHead = index === 0
    const isTotal = index === last
    const cells = row.map((cell, place) => cellXml(cell, `${columnName(place)}${index + 1}`, { isHead, isTotal }))
    lines.push(`<row r="${index + 1}">${cells.join('')}</row>`)
  }
  return await writeZipInTurns(
    [
      {
        name: '[Content_Types].xml',
        data: `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
      },
      {
        name: '_rels/.rels',
        data: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      },
      {
        name: 'xl/workbook.xml',
        data: `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(name.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
      },
      { name: 'xl/styles.xml', data: STYLES },
      {
        name: 'xl/worksheets/sheet1.xml',
        data: `<worksheet xmlns="${NAMESPACE}"><dimension ref="A1:${columnName(width - 1)}${rows.length}"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columnsXml(rows, width)}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`,
      },
    ].map((part) => ({ ...part, data: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${part.data}` })),
  )
}

/** Rows written before other work gets its turn: some ten milliseconds. */
const ROWS_IN_A_TURN = 500

/** Least and most width of a column in characters, and the most that a heading alone makes it. */
const [NARROW, WIDE, OF_HEADING] = [12, 48, 24]
/** Number of rows that decide the width of a column: the rest of a hundred thousand is alike. */
const MEASURED = 500

/** Makes each column as wide as its longest text, within limits: the next cell would cut the text of a narrow one. */
function columnsXml(rows: readonly (readonly WrittenCell[])[], width: number): string {
  return Array.from({ length: width }, (_, place) => {
    const longest = rows.slice(0, MEASURED).reduce((most, row, index) => {
      const cell = row[place]
      const length = typeof cell === 'string' ? cell.length : 0
      return Math.max(most, index === 0 ? Math.min(length, OF_HEADING) : length)
    }, 0)
    const wide = Math.min(WIDE, Math.max(NARROW, longest + 2))
    return `<col min="${place + 1}" max="${place + 1}" width="${wide}" customWidth="1"/>`
  }).join('')
}

function cellXml(cell: WrittenCell, at: string, { isHead, isTotal }: { isHead: boolean; isTotal: boolean }): string {
  const bold = isHead || isTotal
  if (cell === null) return ''
  if (typeof cell === 'string') {
    const isQuoted = withoutFormulas(cell) !== cell
    const style = bold ? (isQuoted ? STYLE.quotedHead : STYLE.head) : isQuoted ? STYLE.quoted : STYLE.plain
    return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
  }
  if ('day' in cell) return `<c r="${at}" s="${STYLE.day}"><v>${serial(cell.day)}</v></c>`
  return `<c r="${at}" s="${bold ? STYLE.total : STYLE.amount}"><v>${decimal(cell.cents)}</v></c>`
}

/** Counts the days since 1899-12-30, as spreadsheets do. */
function serial(day: string): number {
  return Temporal.PlainDate.from('1899-12-30').until(day, { largestUnit: 'day' }).days
}

/** Matches control characters other than tab and line ends, and code points that are no characters. */
const NOT_XML = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu

function escapeXml(text: string): string {
  return text
    .replace(NOT_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .toWellFormed()
}
