import type { PaperKind } from '#domain/paper.ts'
import { upkeep } from '#features/fleet/upkeep/schema.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { type ListColumns, plainHeading } from '#integrations/lists/list-cells.ts'
import type { Translator } from '#messages/catalogue.ts'
import { LANGUAGES } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import type { Described } from '#forms/record.ts'

export type RecordField = keyof typeof vehicleRecord.fields
export type TitleField = 'title' | 'firstRegisteredOn'
/** Of a paper: the day until which it is valid, and its number. */
export type PaperField = `until:${string}` | `number:${string}`
export type CarField = RecordField | TitleField | PaperField

export const RECORD_FIELDS = Object.keys(vehicleRecord.fields) as RecordField[]
export const TITLE_FIELDS = ['title', 'firstRegisteredOn'] as const

/** Usual headings beside the labels of the record, without accents and signs. "Viatura" is left out: it may be a plate or a model. */
const USUAL: Partial<Record<CarField, readonly string[]>> = {
  plate: [
    'n matricula',
    'numero de matricula',
    'matricula da viatura',
    'matriculas',
    'number plate',
    'plate number',
    'registration',
    'registration number',
    'licence plate',
    'license plate',
  ],
  make: ['fabricante', 'brand', 'manufacturer'],
  year: ['ano de fabrico', 'ano da matricula', 'ano matricula', 'ano da viatura', 'model year'],
  energy: ['combustivel', 'tipo de combustivel', 'tipo combustivel', 'fuel', 'fuel type'],
  rent: [
    'renda',
    'renda semanal',
    'renda por semana',
    'aluguer',
    'aluguer semanal',
    'valor semanal',
    'rent',
    'weekly rent',
  ],
  status: ['situacao', 'state'],
  notes: ['notas', 'observacoes', 'obs', 'notes', 'remarks', 'comments'],
  title: ['propriedade', 'posse', 'title'],
  firstRegisteredOn: [
    'data da primeira matricula',
    'data de primeira matricula',
    'data primeira matricula',
    '1 matricula',
    '1a matricula',
    'data da 1 matricula',
    'data 1 matricula',
    'data da 1a matricula',
    'data 1a matricula',
    'data da matricula',
    'data de matricula',
    'data matricula',
    'first registration',
    'first registration date',
    'date of first registration',
  ],
}

/** Short names of the papers that come with the product, and whole headings of their numbers. */
const PAPER_WORDS: Readonly<
  Record<string, { names: readonly string[]; until?: readonly string[]; number?: readonly string[] }>
> = {
  registration: { names: ['dua', 'documento unico'], number: ['dua', 'documento unico'] },
  'car-insurance': {
    names: ['seguro', 'apolice', 'insurance', 'policy'],
    number: ['apolice', 'policy', 'n apolice', 'policy number'],
  },
  inspection: {
    names: ['inspecao', 'ipo', 'inspecao periodica', 'inspection'],
    until: ['proxima inspecao', 'data da proxima inspecao', 'next inspection'],
  },
  'imt-car': { names: ['licenca tvde', 'licenca', 'registo imt', 'registo no imt', 'imt', 'tvde licence', 'licence'] },
  sticker: {
    names: ['distico', 'distico tvde', 'sticker'],
    number: ['distico', 'distico tvde', 'sticker', 'tvde sticker'],
  },
  'road-tax': { names: ['iuc', 'imposto unico de circulacao', 'road tax'] },
  extinguisher: { names: ['extintor', 'extinguisher'] },
}

/**
 * Headings that say until when a paper is valid. Its name alone is none: it may be the day on which it was issued, or the
 * name of an insurer.
 */
const untilHeadings = (name: string) => [
  `${name} ate`,
  `${name} valido ate`,
  `${name} valida ate`,
  `${name} validade`,
  `validade ${name}`,
  `validade do ${name}`,
  `validade da ${name}`,
  `fim do ${name}`,
  `fim da ${name}`,
  `${name} until`,
  `${name} valid until`,
  `${name} expires`,
  `${name} expiry`,
]
const numberHeadings = (name: string) => [
  `n ${name}`,
  `n do ${name}`,
  `n da ${name}`,
  `numero ${name}`,
  `numero do ${name}`,
  `numero da ${name}`,
  `${name} n`,
  `${name} numero`,
  `${name} number`,
]

/** A column of a list of cars: how it is called, and the headings by which it is known. */
export type CarColumn = { field: CarField; heading: (t: Translator) => string; known: readonly string[] }

/** The kinds of papers of cars that a list may have: their days and numbers, but none whose number is somebody's secret. */
export function listedKinds<Kind extends PaperKind>(kinds: readonly Kind[]): Kind[] {
  return kinds.filter(({ holder, isUsed, isSensitive }) => holder === 'car' && isUsed && !isSensitive)
}

/** Every column of a list of cars, in the order of the template. */
export function carColumns(kinds: readonly PaperKind[]): CarColumn[] {
  const ofRecord = RECORD_FIELDS.map((field) => labelled(field, vehicleRecord))
  const ofTitle = TITLE_FIELDS.map((field) => labelled(field, upkeep.title))
  const ofPapers = listedKinds(kinds).flatMap(({ code, name, hasExpiry }): CarColumn[] => {
    const { names, until = [], number = [] } = PAPER_WORDS[code] ?? { names: [] }
    const own = [name.pt, name.en].map(plainHeading)
    const all = [...own, ...names]
    const numbers: CarColumn = {
      field: `number:${code}`,
      heading: (t) => t('page.carList.paperNumber', { paper: name[t.language] }),
      known: [...(hasExpiry ? [] : own), ...all.flatMap(numberHeadings), ...number],
    }
    const days: CarColumn = {
      field: `until:${code}`,
      heading: (t) => t('page.carList.paperUntil', { paper: name[t.language] }),
      known: [...all.flatMap(untilHeadings), ...until],
    }
    return hasExpiry ? [days, numbers] : [numbers]
  })
  return [...ofRecord, ...ofTitle, ...ofPapers]
}

function labelled(field: RecordField | TitleField, of: Pick<Described, 'labels'>): CarColumn {
  const label = of.labels[field]
  if (label === undefined) throw new Error(`The record has no field "${field}"`)
  return { field, heading: (t) => t(label), known: USUAL[field] ?? [] }
}

/** The columns for the reader of lists. A heading that the template writes counts before a usual one of another column. */
export function columnsToRead(columns: readonly CarColumn[]): ListColumns<CarField> {
  const written = new Map<string, CarField>()
  for (const { field, heading } of columns)
    for (const { code } of LANGUAGES) written.set(plainHeading(heading(translator(code))), field)
  const headings = columns.map(({ field, known }) => [
    field,
    [
      ...[...written].flatMap(([words, of]) => (of === field ? [words] : [])),
      ...known.filter((words) => (written.get(words) ?? field) === field),
    ],
  ])
  return {
    headings: Object.fromEntries(headings),
    identifying: ['plate'],
    days: columns.flatMap(({ field }) => (isDay(field) ? [field] : [])),
  }
}

export function isDay(field: CarField): boolean {
  return field === 'firstRegisteredOn' || field.startsWith('until:')
}
