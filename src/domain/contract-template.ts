import { type ContractKind, PLACEHOLDERS, type Placeholder } from './contract.ts'

const PARTIES = ['companyName', 'companyNipc', 'driverName', 'driverNif'] as const
const ANY: readonly Placeholder[] = [
  ...PARTIES,
  ...(['companyAddress', 'companyLicence', 'representative', 'driverAddress', 'driverDocument'] as const),
  ...(['driverLicence', 'driverCertificate', 'term', 'firstDay'] as const),
]
const CAR = ['carName', 'carPlate'] as const
const CEDED = [...CAR, 'carRegistered', 'carRecord', 'carInsurance', 'carLink'] as const
const PLAN = ['total', 'instalments', 'firstWeek', 'planReason'] as const

/** What a text of a kind may leave open: what a record, or the form of that kind, fills. */
export const FILLED: Readonly<Record<ContractKind, readonly Placeholder[]>> = {
  'own-car': [...ANY, ...CAR, 'fee', 'tolls'],
  'car-loan': [...ANY, ...CEDED],
  'car-use': [...ANY, ...CEDED],
  'fleet-car': [...ANY, ...CAR, 'fee', 'rent', 'tolls'],
  rental: [...ANY, ...CAR, 'rent', 'tolls'],
  deposit: [...ANY, ...CAR, ...PLAN],
  plan: [...ANY, ...PLAN],
  amendment: [...ANY, 'originalNumber', 'originalKind', 'originalDay', 'changes'],
}

/** Without which a text is no contract of its kind: who agrees, and what about. */
export const NEEDED: Readonly<Record<ContractKind, readonly Placeholder[]>> = {
  'own-car': [...PARTIES, 'fee', 'tolls', 'term'],
  'car-loan': [...PARTIES, 'carPlate', 'carLink', 'term'],
  'car-use': [...PARTIES, 'carPlate', 'carLink', 'term'],
  'fleet-car': [...PARTIES, 'carPlate', 'fee', 'rent', 'tolls', 'term'],
  rental: [...PARTIES, 'carPlate', 'rent', 'term'],
  deposit: [...PARTIES, 'total'],
  plan: [...PARTIES, 'total'],
  amendment: [...PARTIES, 'originalNumber', 'changes', 'firstDay'],
}

/** What keeps a text from being a template. `line` counts from 1; `lacks` is of no line. */
export type TemplateFault =
  | { is: 'untitled'; line: number }
  /** What stands in the braces means nothing, or the braces do not close. */
  | { is: 'unknown'; line: number; found: string }
  | { is: 'unfillable'; line: number; placeholder: Placeholder }
  | { is: 'lacks'; placeholder: Placeholder }
  /** Letters for which the sealed file has no drawing. */
  | { is: 'undrawable'; line: number; found: string }

/** All that keeps a text from being a template of a kind, in the order of its lines. `isDrawn` is of the file that is sealed. */
export function faultsOf(kind: ContractKind, text: string, isDrawn: (words: string) => boolean): TemplateFault[] {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const isTitled = /^# \s*\S/.test(lines[first] ?? '')
  const found = new Set<Placeholder>()
  const faults = lines.flatMap((words, at): TemplateFault[] => {
    const line = at + 1
    const holes = [...words.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name]) => name ?? '')
    const [open] = words.replaceAll(/\{\{[^{}]*\}\}/g, '').match(/\S*(?:\{\{|\}\})\S*/) ?? []
    const undrawn = words.split(/\s+/).find((word) => !isDrawn(word))
    for (const name of holes) if (isPlaceholder(name)) found.add(name)
    return [
      ...holes.filter((name) => !isPlaceholder(name)).map((name) => ({ is: 'unknown' as const, line, found: name })),
      ...(open === undefined ? [] : [{ is: 'unknown' as const, line, found: open }]),
      ...holes
        .filter(isPlaceholder)
        .filter((name) => !FILLED[kind].includes(name))
        .map((placeholder) => ({ is: 'unfillable' as const, line, placeholder })),
      ...(undrawn === undefined ? [] : [{ is: 'undrawable' as const, line, found: undrawn }]),
    ]
  })
  return [
    ...(isTitled ? [] : [{ is: 'untitled' as const, line: Math.max(first, 0) + 1 }]),
    ...faults,
    ...NEEDED[kind].filter((name) => !found.has(name)).map((placeholder) => ({ is: 'lacks' as const, placeholder })),
  ]
}

function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((known) => known === name)
}

/**
 * Words of which a lawyer asks why they stand there. The first three are among the signs of an employment contract (art. 12.º-A
 * of the Código do Trabalho, which covers TVDE); the last speaks of a trade with a licence of its own (DL 181/2012).
 */
export const SIGNS = ['hours', 'exclusive', 'fines', 'rent-a-car'] as const
export type Sign = (typeof SIGNS)[number]

const SIGN_WORDS: Readonly<Record<Sign, RegExp>> = {
  hours:
    /hor[áa]rios?\b|horas fixas|\bturnos?\b|horas de (?:entrada|trabalho)|(?:fixed|working|office) hours|\bshifts?\b|\bschedules?\b/iu,
  exclusive: /exclusiv\w*|não pode trabalhar para|(?:may|must|can)(?: ?not) work for/iu,
  // Fines of the road are the driver's by law: they are no sign.
  fines:
    /\bmultas?\b(?! (?:rodovi|de trânsito))|penalidades?|san(?:ção|ções)|disciplinar\w*|\b(?:a|any|each) (?:fine|penalty)\b|\bfined\b|\bpenalties\b|\bsanctions?\b|disciplinary/iu,
  'rent-a-car': /rent[- ]a[- ]car|aluguer (?:de \w+ )?sem condutor|car rental company|self-drive (?:hire|rental)/iu,
}

/** Where a text says one of them, each once a line. */
export function signsOf(text: string): { sign: Sign; line: number; found: string }[] {
  return text.split('\n').flatMap((words, at) =>
    SIGNS.flatMap((sign) => {
      const [found] = SIGN_WORDS[sign].exec(words) ?? []
      return found === undefined ? [] : [{ sign, line: at + 1, found }]
    }),
  )
}

/** A text cut at its placeholders, for a page that marks them. */
export function piecesOf(words: string): { is: 'words' | 'hole'; text: string }[] {
  return words
    .split(/(\{\{\w+\}\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [, name] = /^\{\{(\w+)\}\}$/.exec(piece) ?? []
      return name === undefined ? { is: 'words', text: piece } : { is: 'hole', text: name }
    })
}
