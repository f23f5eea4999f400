import { z } from 'zod'
import { readPlate } from '#domain/identifiers.ts'
import { readTypedDay } from '#domain/plausible-day.ts'
import { CAR_TITLES, type CarTitle, readEnergy } from '#domain/vehicle.ts'
import { upkeep } from '#features/fleet/upkeep/schema.ts'
import { type NewVehicleInput, vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { cellText, lettersLost, plainHeading, readListedPlate } from '#integrations/lists/list-cells.ts'
import type { ListTable } from '#integrations/lists/list-table.ts'
import { isTotalWord } from '#integrations/words.ts'
import { factsOf, type Described } from '#forms/record.ts'
import { translator } from '#messages/translate.ts'
import { readDate } from '#platform/amount-text.ts'
import type { TableRow } from '#platform/table.ts'
import { type CarField, RECORD_FIELDS, type RecordField, isDay } from './columns.ts'
import { type CarListProblem, MAX_CARS } from './schema.ts'

/** A line as it was understood; an empty cell says nothing. */
export type ListedCar = {
  line: number
  plate: string
  record: Partial<NewVehicleInput>
  title: CarTitle | null
  firstRegisteredOn: string | null
  /** By the code of the kind. */
  papers: ReadonlyMap<string, { until: string | null; number: string | null }>
}

export type CarListReading = {
  cars: readonly ListedCar[]
  /** The lines on which the rows below the headings begin. */
  rows: readonly number[]
  problems: readonly CarListProblem[]
  unused: readonly string[]
  unnamed: readonly string[]
  sums: readonly number[]
  /** The list's own headings, and that of a field. */
  columns: readonly string[]
  headingOf: (field: CarField) => string
}

/**
 * Reads the rows of a list of cars: every cell is understood as its form would, or reported with its line and heading.
 * `today`: the day in Lisbon, which days far from it are held against.
 */
export function readCars(table: ListTable<CarField>, today: Temporal.PlainDate): CarListReading {
  const { columns, fields, unused, unnamed } = table
  const headingOf = (field: CarField) => columns[fields.indexOf(field)] ?? ''
  const whole = (problem: CarListProblem): CarListReading => ({
    cars: [],
    rows: [],
    problems: [problem],
    unused: [],
    unnamed: [],
    sums: [],
    columns,
    headingOf,
  })
  if (table.problem) return whole(table.problem)
  const [sums, rows] = [table.rows.filter((row) => isSum(row, fields)), table.rows.filter((row) => !isSum(row, fields))]
  if (rows.length === 0) return whole({ line: null, column: '', code: 'nothing', found: '' })
  if (rows.length > MAX_CARS) return whole({ line: null, column: '', code: 'too-long', found: String(rows.length) })
  const problems: CarListProblem[] = lettersLost(rows, columns)
  const cars = rows.map((row) => readCar(row, { columns, fields }, today, problems))
  const lines = new Map<string, number>()
  for (const { plate, line } of cars) {
    if (plate === '') continue
    const other = lines.get(plate)
    if (other === undefined) lines.set(plate, line)
    else problems.push({ line, column: headingOf('plate'), code: 'plate-twice', found: String(other) })
  }
  return {
    cars,
    rows: rows.map(({ line }) => line),
    problems,
    unused,
    unnamed,
    sums: sums.map(({ line }) => line),
    columns,
    headingOf,
  }
}

/** Whether a row sums others: it has no plate, and beside a word like "Total" only numbers. */
function isSum({ cells }: TableRow, fields: readonly (CarField | null)[]): boolean {
  const filled = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ cell, field: fields[at] ?? null }]))
  const plate = filled.find(({ field }) => field === 'plate')
  const says = filled.some(({ cell }) => isTotalWord(cell))
  if (plate && !isTotalWord(plate.cell)) return false
  return filled.every(({ cell }) => isTotalWord(cell) || /^[\d\s.,€%−-]+$/u.test(cell)) && (says || filled.length <= 2)
}

type Place = { columns: readonly string[]; fields: readonly (CarField | null)[] }

function readCar(
  { line, cells, original }: TableRow,
  { columns, fields }: Place,
  today: Temporal.PlainDate,
  problems: CarListProblem[],
): ListedCar {
  const report = (field: CarField, code: CarListProblem['code'], found: string) =>
    problems.push({ line, column: columns[fields.indexOf(field)] ?? '', code, found: found.slice(0, 80) })
  const cell = (field: CarField) => cellText(cells[fields.indexOf(field)])

  const typedPlate = cell('plate')
  const plate = typedPlate === null ? null : readListedPlate(typedPlate)
  if (typedPlate === null) report('plate', 'plate-missing', original.trim())
  else if (plate === null) report('plate', 'plate-impossible', typedPlate)

  const record: Partial<NewVehicleInput> = {}
  for (const field of RECORD_FIELDS) {
    const text = field === 'plate' ? null : cell(field)
    if (text !== null) Object.assign(record, { [field]: readField(field, text) })
  }
  const typedTitle = cell('title')
  const title = typedTitle === null ? null : titleIn(typedTitle)
  if (typedTitle !== null && title === null) report('title', 'title-unknown', typedTitle)
  const papers = new Map<string, { until: string | null; number: string | null }>()
  for (const field of fields) {
    const [part, code] = field?.split(':') ?? []
    if (field === null || code === undefined || (part !== 'until' && part !== 'number')) continue
    const value = isDay(field) ? readDayOf(field) : readNumber(field)
    if (value !== null) papers.set(code, { ...(papers.get(code) ?? { until: null, number: null }), [part]: value })
  }
  return { line, plate: plate ?? '', record, title, firstRegisteredOn: readDayOf('firstRegisteredOn'), papers }

  /** Reads a cell as the form of the car does; a choice also by its words in both languages. */
  function readField(field: RecordField, text: string): unknown {
    const choice = choiceIn(vehicleRecord, field, text) ?? (field === 'energy' ? readEnergy(text) : null)
    if (factsOf(vehicleRecord, field).control === 'choice' && choice === null)
      report(field, field === 'energy' ? 'energy-unknown' : 'status-unknown', text)
    const read = z.safeParse(vehicleRecord.fields[field], choice ?? text)
    if (read.success) return read.data
    const [issue] = read.error.issues
    if (choice !== null || factsOf(vehicleRecord, field).control !== 'choice')
      report(field, (issue?.message ?? 'field.invalid') as `field.${string}`, text)
    return undefined
  }

  function readDayOf(field: CarField): string | null {
    const text = cell(field)
    if (text === null) return null
    const day = readDate(text.replace(/ 00:00(?::00)?$/, ''), 'dmy')
    const typed = day && readTypedDay(day.toString(), 'kept', today)
    if (!typed) report(field, 'day-unread', text)
    else if (!typed.ok) report(field, 'field.day-kept', text)
    return typed?.ok ? typed.day.toString() : null
  }

  function readNumber(field: CarField): string | null {
    const text = cell(field)
    if (text === null) return null
    if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(text)) report(field, 'number-shortened', text)
    else if (text.length > LONGEST_NUMBER) report(field, 'field.too-long', text)
    else return text
    return null
  }
}

/** As long as the number on the page of a paper. */
const LONGEST_NUMBER = 60

/** The choice that a word names, as it is stored or by its words in either language. */
function choiceIn(of: Pick<Described, 'fields'>, field: string, text: string): string | null {
  const { options = [] } = factsOf(of, field)
  const wantedHeading = plainHeading(text)
  const found = options.find(
    ({ value, words }) =>
      value !== '' &&
      [value, translator('pt')(words), translator('en')(words)].some(
        (heading) => plainHeading(heading) === wantedHeading,
      ),
  )
  return found?.value ?? null
}

const TITLE_WORDS: ReadonlyMap<string, CarTitle> = new Map([
  ['propria', 'own'],
  ['proprio', 'own'],
  ['empresa', 'own'],
  ['company', 'own'],
  ['aluguer', 'rent'],
  ['rental', 'rent'],
  ['motorista', 'driver'],
  ['driver', 'driver'],
])

function titleIn(text: string): CarTitle | null {
  const named = choiceIn(upkeep.title, 'title', text) ?? TITLE_WORDS.get(plainHeading(text))
  return CAR_TITLES.find((title) => title === named) ?? null
}

/** Whether a plate is of a Portuguese series. */
export function isUsualPlate(plate: string): boolean {
  return readPlate(plate).series !== null
}
