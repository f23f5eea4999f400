import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a ZIP file made by a test. `declaredSize`, `encrypted` and `sharesData` make files that lie. */
export type ZipEntry = {
  name: string
  data: string | Uint8Array
  declaredSize?: number
  encrypted?: boolean
  /** Points at the data of the first entry instead of its own. */
  sharesData?: boolean
}

/** A ZIP file, deflated, byte by byte as the format wants it. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  let firstPacked: Buffer | null = null
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const data = Buffer.from(entry.data)
    const packed: Buffer = entry.sharesData && firstPacked ? firstPacked : deflateRawSync(data, { level: 9 })
    firstPacked ??= packed
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE((entry.encrypted ? 1 : 0) | 0x800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(entry.declaredSize ?? data.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const at = entry.sharesData ? 0 : offset
    if (!entry.sharesData) {
      parts.push(Buffer.from('PK\x03\x04'), fields, name, packed)
      offset += 4 + fields.length + name.length + packed.length
    }
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, rest, name)
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}

/** The parts of a workbook around the XML of its sheets: what a test does not say is what every workbook has. */
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
