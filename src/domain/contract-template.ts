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

/** Placeholders that a text of each kind may have: the record, or the form of that kind, fills them. */
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

/** Placeholders that a contract of each kind must have: who agrees, and what about. */
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

/** A fault that keeps a text from being a template. `line` counts from 1; `lacks` has no line. */
export type TemplateFault =
  | { is: 'untitled'; line: number }
  /** The text in the braces is unknown, or the braces do not close. */
  | { is: 'unknown'; line: number; found: string }
  | { is: 'unfillable'; line: number; placeholder: Placeholder }
  | { is: 'lacks'; placeholder: Placeholder }
  /** Characters that the font of the sealed file lacks. */
  | { is: 'undrawable'; line: number; found: string }

/**
 * Lists all faults that keep a text from being a template of a kind, in the order of its lines. `isDrawn` says whether
 * the sealed file's font can draw a text.
 */
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
 * Wordings that a lawyer would question. The first three are among the signs of an employment contract (art. 12.º-A of
 * the Código do Trabalho, which covers TVDE); the last names a trade that needs its own licence (DL 181/2012).
 */
export const SIGNS = ['hours', 'exclusive', 'fines', 'rent-a-car'] as const
export type Sign = (typeof SIGNS)[number]

const SIGN_WORDS: Readonly<Record<Sign, RegExp>> = {
  hours:
    /hor[áa]rios?\b|horas fixas|\bturnos?\b|horas de (?:entrada|trabalho)|(?:fixed|working|office) hours|\bshifts?\b|\bschedules?\b/iu,
  exclusive: /exclusiv\w*|não pode trabalhar para|(?:may|must|can)(?: ?not) work for/iu,
  // Traffic fines are the driver's by law, so they are no sign.
  fines:
    /\bmultas?\b(?! (?:rodovi|de trânsito))|penalidades?|san(?:ção|ções)|disciplinar\w*|\b(?:a|any|each) (?:fine|penalty)\b|\bfined\b|\bpenalties\b|\bsanctions?\b|disciplinary/iu,
  'rent-a-car': /rent[- ]a[- ]car|aluguer (?:de \w+ )?sem condutor|car rental company|self-drive (?:hire|rental)/iu,
}

/** Finds where a text has such a sign, each once a line. */
export function signsOf(text: string): { sign: Sign; line: number; found: string }[] {
  return text.split('\n').flatMap((words, at) =>
    SIGNS.flatMap((sign) => {
      const [found] = SIGN_WORDS[sign].exec(words) ?? []
      return found === undefined ? [] : [{ sign, line: at + 1, found }]
    }),
  )
}

/** Cuts a text at its placeholders, for a page that marks them. */
export function piecesOf(words: string): { is: 'words' | 'hole'; text: string }[] {
  return words
    .split(/(\{\{\w+\}\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [, name] = /^\{\{(\w+)\}\}$/.exec(piece) ?? []
      return name === undefined ? { is: 'words', text: piece } : { is: 'hole', text: name }
    })
}
