import type { ListField, ListProblem, ListedDriver } from '#domain/driver-list.ts'
import { normalPhone, readIban, readNif, readPhone, readPlate } from '#domain/identifiers.ts'
import type { SimulatedRegime } from '#domain/simulation.ts'
import { readCsv } from '#platform/csv.ts'
import { readSheets } from '#platform/sheet.ts'
import { sniff } from '#platform/sniff.ts'
import { type Header, type Table, type TableRow, dataRows, findHeader, headingKey } from '#platform/table.ts'
import { decodeText } from '#platform/text.ts'
import { isTotalWord } from '../words.ts'

/** Headings of spreadsheets by field, without accents and signs. A heading must match as a whole, not only its beginning. */
const HEADINGS: Record<ListField, readonly string[]> = {
  name: [
    'nome',
    'nome completo',
    'nome do motorista',
    'motorista',
    'condutor',
    'name',
    'full name',
    'driver',
    'driver name',
  ],
  nif: [
    'nif',
    'contribuinte',
    'n contribuinte',
    'no contribuinte',
    'numero de contribuinte',
    'tax number',
    'nif do motorista',
  ],
  iban: ['iban', 'conta', 'conta bancaria', 'iban do motorista', 'bank account', 'account'],
  holder: ['titular', 'titular da conta', 'account holder', 'holder'],
  email: ['email', 'e mail', 'mail', 'correio eletronico', 'endereco de email', 'email address'],
  phone: [
    'telemovel',
    'telefone',
    'tlm',
    'contacto',
    'n telemovel',
    'numero de telemovel',
    'phone',
    'mobile',
    'phone number',
  ],
  regime: ['regime', 'modalidade', 'tipo', 'tipo de contrato', 'terms'],
  plate: ['matricula', 'viatura', 'carro', 'matricula da viatura', 'plate', 'number plate', 'vehicle', 'car'],
}

/** Words for regimes. An employee's terms are entered on the record. */
const REGIMES: Record<SimulatedRegime, readonly string[]> = {
  slot: ['slot', 'afiliado', 'viatura propria', 'carro proprio', 'proprio', 'own car', 'affiliate'],
  rental: ['rental', 'locatario', 'aluguer', 'viatura da frota', 'renda', 'fleet car', 'renter'],
  percentage: ['percentage', 'percentagem', 'percent', '%'],
}

/** Most drivers in a list: a longer one is no list of one fleet that a person looks through. */
export const MAX_DRIVERS = 500
const LONGEST_NAME = 140

/** Matches a number that a sheet shortened for display, `2,51234E+08`: its missing digits are lost. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d+$/i

export type DriverListReading = {
  rows: readonly ListedDriver[]
  problems: readonly ListProblem[]
  /** Unknown headings, and lines that are sums: they are reported, so that nothing is dropped silently. */
  unused: readonly string[]
  sums: readonly number[]
}

/**
 * Reads a list of drivers, pasted or from a spreadsheet: the first row that names a person and one more field is the
 * row of headings. A NIF, phone or plate that looks wrong is kept as it is written, for a person to check; every other
 * cell is understood or reported with its line and heading.
 */
export function readDriverList(text: string): DriverListReading {
  const table = readCsv(text)
  const header = headerOf(table)
  if (!header) return refused({ line: null, column: '', code: 'no-headings', found: firstWords(table) })
  const fields = header.columns.map((heading) => fieldOf(headingKey(heading)))
  const repeated = fields.findIndex((field, at) => field !== null && fields.indexOf(field) < at)
  if (repeated >= 0)
    return refused({
      line: header.line,
      column: header.columns[repeated]!,
      code: 'column-twice',
      found: header.columns[repeated]!,
    })
  const [rows, sums] = splitSums(dataRows(table, header), fields)
  if (rows.length === 0) return refused({ line: header.line, column: '', code: 'nothing', found: '' })
  if (rows.length > MAX_DRIVERS)
    return refused({ line: null, column: '', code: 'too-long', found: String(rows.length) })

  const problems: ListProblem[] = []
  const listed = rows.map((row) => readRow(row, header, fields, problems))
  problems.push(...duplicatesOf(listed, header, fields))
  const unused = header.columns.filter((heading, at) => heading !== '' && fields[at] === null)
  return { rows: listed, problems, unused, sums: sums.map(({ line }) => line) }
}

function headerOf(table: Table): Header | null {
  return findHeader(table, (keys) => {
    const fields = new Set([...keys].map(fieldOf))
    return fields.has('name') || fields.has('nif') || fields.has('email') || fields.has('phone')
  })
}

/** Splits a list into people and rows of sums. */
function splitSums(
  rows: readonly TableRow[],
  fields: readonly (ListField | null)[],
): readonly [readonly TableRow[], readonly TableRow[]] {
  const isSum = ({ cells }: TableRow) =>
    cells.every((cell, at) => {
      const field = fields[at]
      if (field === 'name') return isTotalWord(cell)
      // A spreadsheet that sums every column sums the phones too.
      if (field === 'phone') return readPhone(cell) === null
      return field === null || field === undefined || field === 'nif' || cell.trim() === ''
    }) && !cells.some((cell, at) => fields[at] === 'nif' && readNif(cell).ok)
  return [rows.filter((row) => !isSum(row)), rows.filter(isSum)]
}

function refused(problem: ListProblem): DriverListReading {
  return { rows: [], problems: [problem], unused: [], sums: [] }
}

function fieldOf(heading: string): ListField | null {
  const words = plain(heading)
  const found = Object.entries(HEADINGS).find(([, names]) => names.includes(words))
  return found ? (found[0] as ListField) : null
}

/** Writes a heading or a word without accents, case and signs: "N.º de Contribuinte" is "n de contribuinte". */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[ºª.:*]/g, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
}

function firstWords(table: Table): string {
  return (table.rows[0]?.cells.filter((cell) => cell !== '').join(' · ') ?? '').slice(0, 80)
}

function readRow(
  row: TableRow,
  header: Header,
  fields: readonly (ListField | null)[],
  problems: ListProblem[],
): ListedDriver {
  const cell = (field: ListField): string | null => {
    const at = fields.indexOf(field)
    // Spreadsheets put an apostrophe before text that looks like a number or a formula.
    const text = (at < 0 ? '' : (row.cells[at] ?? '')).replace(/^'(?=[+=@\d-])/, '').trim()
    return text === '' ? null : text
  }
  const report = (field: ListField, code: ListProblem['code'], found: string) =>
    problems.push({
      line: row.line,
      column: header.columns[fields.indexOf(field)] ?? '',
      code,
      found: found.slice(0, 80),
    })

  const name = cell('name')?.replaceAll(/\s+/g, ' ') ?? null
  if (name && name.length > LONGEST_NAME) report('name', 'name-too-long', name)
  const [nif, phone] = [number('nif'), number('phone')]
  const email = cell('email')
  if (name === null && nif === null && phone === null && email === null)
    report('name', 'name-missing', row.original.trim())
  if (email !== null && !isEmail(email)) report('email', 'email-invalid', email)
  const readNumber = nif === null ? null : readNif(nif)
  return {
    line: row.line,
    name,
    nif: readNumber?.ok ? readNumber.value : nif,
    iban: readAccount(cell('iban')),
    holder: cell('holder')?.slice(0, 70) ?? null,
    email,
    phone: phone && (readPhone(phone) ?? phone),
    regime: readRegime(cell('regime')),
    plate: readCar(cell('plate')),
  }

  // A sheet that takes digits for an amount adds decimals to them.
  function number(field: ListField): string | null {
    const text = cell(field)?.replace(/(?<=\d)[.,]0{1,2}$/, '') ?? null
    if (text !== null && SHORTENED.test(text)) report(field, 'number-shortened', text)
    return text
  }

  function readAccount(text: string | null): string | null {
    if (text === null) return null
    const reading = readIban(text)
    if (!reading.ok) report('iban', 'iban-invalid', text)
    return reading.ok ? reading.value : null
  }

  function readRegime(text: string | null): SimulatedRegime | null {
    if (text === null) return null
    const found = Object.entries(REGIMES).find(([, words]) => words.includes(plain(text)))
    if (!found) report('regime', 'regime-unknown', text)
    return found ? (found[0] as SimulatedRegime) : null
  }

  function readCar(text: string | null): string | null {
    if (text === null) return null
    const { value } = readPlate(text)
    if (/^[A-Z0-9]{4,10}$/.test(value)) return value
    report('plate', 'plate-impossible', text)
    return null
  }
}

/** Makes a practical check of an address; the mail server has the last word. */
function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/.test(text)
}

/** Finds people and cars that are in a list twice. A phone at home may be shared if the NIFs differ. */
function duplicatesOf(
  rows: readonly ListedDriver[],
  header: Header,
  fields: readonly (ListField | null)[],
): ListProblem[] {
  const first = new Map<string, ListedDriver>()
  return rows.flatMap((row) => {
    const values: readonly (readonly [ListField, string | null])[] = [
      ['nif', row.nif],
      ['email', row.email && row.email.toLowerCase()],
      ['phone', row.phone && normalPhone(row.phone)],
      ['plate', row.plate],
    ]
    return values.flatMap(([field, value]): ListProblem[] => {
      if (!value) return []
      const other = first.get(`${field} ${value}`)
      if (!other) {
        first.set(`${field} ${value}`, row)
        return []
      }
      const areTwoPeople = field === 'phone' && row.nif !== null && other.nif !== null && row.nif !== other.nif
      if (areTwoPeople) return []
      const column = header.columns[fields.indexOf(field)] ?? ''
      const code = field === 'plate' ? 'plate-twice' : 'person-twice'
      return [{ line: row.line, column, code, found: String(other.line) }]
    })
  })
}

/** Characters that would split a cell of a sheet when it is written as text. */
const UNSAFE = /["\t\r\n]/

/**
 * Turns a spreadsheet or a text file into text as if somebody had pasted it: cells between tabs, lines where they were.
 * `null` for a file that is neither. Throws `ArchiveRefused` for a sheet that is encrypted, damaged or a bomb.
 */
export async function driverListText(bytes: Uint8Array): Promise<string | null> {
  const content = sniff(bytes)
  if (content === 'text') return decodeText(bytes).text
  if (content !== 'zip') return null
  const filled = (await readSheets(bytes)).filter(({ hidden, table }) => !hidden && table.rows.length > 0)
  // A cover may stand before the list.
  const sheet = filled.find(({ table }) => headerOf(table) !== null) ?? filled[0]
  const lines: string[] = []
  for (const { line, cells } of sheet?.table.rows ?? []) {
    while (lines.length < line - 1) lines.push('')
    lines.push(cells.map((cell) => (UNSAFE.test(cell) ? cell.replaceAll(/["\t\r\n]+/g, ' ') : cell)).join('\t'))
  }
  return lines.join('\n')
}
