import { type ListField, type ListProblem, type ListedDriver, MAX_DRIVERS } from '#domain/driver-list.ts'
import { normalPhone, readIban, readNif, readPhone } from '#domain/identifiers.ts'
import type { SimulatedRegime } from '#domain/simulation.ts'
import type { TableRow } from '#platform/table.ts'
import { isTotalWord } from '../words.ts'
import { DRIVER_COLUMNS } from './driver-columns.ts'
import { cellText, lettersLost, plainHeading, readListedPlate } from './list-cells.ts'
import { readListTable } from './list-table.ts'

/** Words for regimes. An employee's terms are entered on the record. */
const REGIMES: Record<SimulatedRegime, readonly string[]> = {
  slot: ['slot', 'afiliado', 'viatura propria', 'carro proprio', 'proprio', 'own car', 'affiliate'],
  rental: ['rental', 'locatario', 'aluguer', 'viatura da frota', 'renda', 'fleet car', 'renter'],
  percentage: ['percentage', 'percentagem', 'percent', '%'],
}

const LONGEST_NAME = 140

/** Matches a number that a sheet shortened for display, `2,51234E+08`: its missing digits are lost. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d+$/i

export type DriverListReading = {
  rows: readonly ListedDriver[]
  problems: readonly ListProblem[]
  /** Unknown headings, and lines that are sums: they are reported, so that nothing is dropped silently. */
  unused: readonly string[]
  unnamed: readonly string[]
  sums: readonly number[]
}

/**
 * Reads a list of drivers. A NIF, phone or plate that looks wrong is kept as it is written, for a person to check; every
 * other cell is understood or reported with its line and heading.
 */
export function readDriverList(text: string): DriverListReading {
  const table = readListTable(text, DRIVER_COLUMNS)
  const { fields, columns, unused, unnamed } = table
  if (table.problem) return refused(table.problem)
  const [rows, sums] = splitSums(table.rows, fields)
  if (rows.length === 0) return refused({ line: null, column: '', code: 'nothing', found: '' })
  if (rows.length > MAX_DRIVERS)
    return refused({ line: null, column: '', code: 'too-long', found: String(rows.length) })

  const problems: ListProblem[] = []
  const listedDrivers = rows.map((row) => readRow(row, columns, fields, problems))
  problems.push(...lettersLost(rows, columns), ...duplicatesOf(listedDrivers, columns, fields))
  return { rows: listedDrivers, problems, unused, unnamed, sums: sums.map(({ line }) => line) }
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
  return { rows: [], problems: [problem], unused: [], unnamed: [], sums: [] }
}

function readRow(
  row: TableRow,
  columns: readonly string[],
  fields: readonly (ListField | null)[],
  problems: ListProblem[],
): ListedDriver {
  const cell = (field: ListField): string | null => cellText(row.cells[fields.indexOf(field)])
  const report = (field: ListField, code: ListProblem['code'], found: string) =>
    problems.push({
      line: row.line,
      column: columns[fields.indexOf(field)] ?? '',
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
    const found = Object.entries(REGIMES).find(([, words]) => words.includes(plainHeading(text)))
    if (!found) report('regime', 'regime-unknown', text)
    return found ? (found[0] as SimulatedRegime) : null
  }

  function readCar(text: string | null): string | null {
    if (text === null) return null
    const plate = readListedPlate(text)
    if (plate === null) report('plate', 'plate-impossible', text)
    return plate
  }
}

/** Makes a practical check of an address; the mail server has the last word. */
function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/.test(text)
}

/** Finds people and cars that are in a list twice. A phone at home may be shared if the NIFs differ. */
function duplicatesOf(
  rows: readonly ListedDriver[],
  columns: readonly string[],
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
      const column = columns[fields.indexOf(field)] ?? ''
      const code = field === 'plate' ? 'plate-twice' : 'person-twice'
      return [{ line: row.line, column, code, found: String(other.line) }]
    })
  })
}
