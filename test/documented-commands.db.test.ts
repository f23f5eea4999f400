import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REFUSALS } from '#domain/refusal.ts'
import { MISSING_KINDS } from '#domain/may-drive.ts'
import { INVOICE_KINDS, LINE_STATES, TREATMENTS } from '#domain/invoicing.ts'
import { PAPER_HOLDERS } from '#domain/paper.ts'
import { translator } from '#messages/translate.ts'
import { CAR_FIGURES, COMPANY_FIGURES, COMPANY_NOW, DRIVER_FIGURES } from '#features/weeks/exported-figures/schema.ts'
import { CONNECTION_STATES, LISTS } from '#features/connections/schema.ts'
import { DECIDING_KINDS } from '#domain/monday.ts'
import { CONNECTION_TROUBLES } from '#integrations/connections/connection-fault.ts'
import { COMMANDS } from '../src/cli/commands.ts'
import { anAccount } from './people.ts'
import { anApprovedWeek } from './factories.ts'

/** The text of docs/command-line.md under the heading of each command, by its name. */
const page = readFileSync('docs/command-line.md', 'utf8')
const sections = page.split(/^## /m).slice(1)
const names = COMMANDS.map(({ name }) => name).toSorted((a, b) => b.length - a.length)
const commandOf = (heading: string) => names.find((name) => `${heading} `.startsWith(`\`volante ${name} `))
const described = new Map(sections.map((text) => [commandOf(text.slice(0, text.indexOf('\n'))), text]))

/** The text above the first command is about every command. */
const ofAll = page.slice(0, page.indexOf('\n## '))

const place = mkdtempSync(join(tmpdir(), 'volante-documented-'))
const PUBLIC = 'test/fixtures/public'

/**
 * How each command is called here; commands that start a database of their own are checked against the source that
 * writes their fields.
 */
const ASKED: Record<string, { args: string[]; options?: Record<string, string | boolean> }> = {
  'fleet load': { args: [join(PUBLIC, 'roster.json')], options: { merge: true } },
  import: { args: [PUBLIC] },
  statements: { args: ['2026-W23'] },
  week: { args: ['2026-W23'] },
  approve: { args: ['2026-W23'], options: { 'leave-unmatched': true } },
  sepa: { args: ['2026-W23'], options: { out: join(place, 'week.xml') } },
  payslips: { args: ['2026-W23'], options: { out: join(place, 'papers') } },
  'users create-admin': { args: [] },
  'users reset': { args: ['ana@example.org'] },
  'users withdraw-factor': { args: ['ana@example.org'] },
  'users second-factor': { args: ['needed'] },
  'users one-person': { args: [] },
  'users export': { args: [join(place, 'accounts.json')] },
  'users import': { args: [join(place, 'accounts.json')] },
  'may-drive': { args: [], options: { on: '2026-06-09' } },
  figures: { args: ['2026-W23'] },
  invoices: { args: ['2026-06'], options: { out: join(place, 'invoices.csv') } },
  'positions import': { args: ['test/fixtures/zx-11-ta.gpx'] },
  trips: { args: ['ZX11TA', '2026-06-09'] },
  connections: { args: [] },
  collect: { args: [] },
  monday: { args: [] },
  'bank import': { args: ['test/fixtures/money/bank/cgd.csv'] },
  'contracts verify': { args: ['package.json'] },
  'audit verify': { args: [] },
  keys: { args: [] },
  work: { args: [] },
  'work again': { args: ['all'] },
  'files move': { args: [] },
  config: { args: [] },
  doctor: { args: [] },
  backup: { args: [], options: { to: join(place, 'copies') } },
}
const WRITTEN = {
  restore: 'backups',
  drill: 'backups',
  'backup verify': 'backups',
  migrate: 'migration',
  'hosted create': 'hosted',
  'hosted list': 'hosted',
  'hosted close': 'hosted',
  'hosted reopen': 'hosted',
  'work leave': 'given-up',
} as const
/**
 * Fields that hold one of a few words, with all the words that the source knows: a program that relies on the page
 * meets no other.
 */
const WORDS: Record<string, readonly string[]> = {
  'may-drive': [...MISSING_KINDS, ...PAPER_HOLDERS],
  invoices: [...INVOICE_KINDS, ...TREATMENTS, ...LINE_STATES],
  figures: [
    ...[COMPANY_FIGURES, COMPANY_NOW, CAR_FIGURES].flatMap((table) =>
      Object.entries(table).flatMap(([name, { unit, from }]) => [name, unit, ...from]),
    ),
    ...Object.values(DRIVER_FIGURES).flatMap(({ called, unit, from }) => [
      called,
      unit,
      ...from.filter((origin) => origin === 'statements'),
    ]),
  ],
}
/**
 * Without a connection, or work that was given up, these commands print an empty list: the fields that stand in it
 * otherwise.
 */
const CONNECTED: Record<string, readonly string[]> = {
  work: ['id', 'task', 'ordered_at', 'ended_at', 'tries', 'error', 'comes_again', 'minute', 'quarter', 'day'],
  connections: [
    ...[
      ...CONNECTION_STATES,
      ...CONNECTION_TROUBLES,
      'paused',
      'collect',
      'test',
      'name',
      'state',
      'since',
      'every_hours',
    ],
    ...[
      'next_at',
      'collected',
      'last_run',
      'kind',
      'began_at',
      'ended_at',
      'asked',
      'received',
      'kept',
      'refused',
      'said',
    ],
  ],
  monday: [
    'connection',
    'source',
    'came',
    'drops',
    'decide',
    'approve',
    ...DECIDING_KINDS,
    'name',
    'received',
    'kept',
    'whole',
  ],
  collect: [...LISTS, 'name', 'asked', 'received', 'kept', 'refused', 'trouble', 'said', 'lists'],
}
const KEYS = ['keys rotate', 'keys drop', 'identity rotate-keys']

test('every command of volante has its part on the page, with its usage, and every part is of a command', () => {
  expect(sections.filter((text) => commandOf(text.split('\n', 1)[0]!) === undefined)).toEqual([])
  expect(sections.length).toBe(COMMANDS.length)
  for (const { name, usage, options } of COMMANDS) {
    const text = described.get(name) ?? ''
    expect(text.split('\n', 1)[0], name).toBe(`\`volante ${usage.replace(/ ?\[?--json\]?$/, '')} --json\``)
    for (const option of Object.keys(options ?? {})) expect(text, `${name} --${option}`).toContain(`--${option}`)
  }
})

test('every field that a command prints is described where the command is', async () => {
  await anApprovedWeek()
  await anAccount('ana@example.org')
  const silent: string[] = []
  for (const [name, { args, options = {} }] of Object.entries(ASKED)) {
    const command = COMMANDS.find((one) => one.name === name)!
    const { json } = await command
      .run({ args, options, t: translator('pt'), fromCaller: (path) => path })
      .catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`)
      })
    silent.push(...fieldsOf(JSON.parse(JSON.stringify(json))).flatMap((field) => undescribed(name, field)))
  }
  expect(silent).toEqual([])
})

test('every word that a field of few words may say is described too, whether or not these weeks print it', () => {
  const silent = Object.entries({ ...WORDS, ...CONNECTED }).flatMap(([name, words]) =>
    words.flatMap((word) => undescribed(name, word)),
  )
  expect(silent).toEqual([])
})

test('every field of commands that begin a database of their own, or change its keys, is described too', () => {
  const silent = Object.entries(WRITTEN).flatMap(([name, file]) =>
    writtenFields(file, name).flatMap((field) => undescribed(name, field)),
  )
  expect(silent).toEqual([])
  for (const name of KEYS) expect(described.get(name), name).toMatch(/\{ "(key|dropped)":/)
})

test('every command is checked by one of these tests', () => {
  expect([...Object.keys(ASKED), ...Object.keys(WRITTEN), ...KEYS].toSorted()).toEqual(names.toSorted())
})

test('every refusal of a command is on the page: those of the database above, its own where the command is', () => {
  const ofProgram = ['src/cli.ts', ...filesOf('src/db'), ...filesOf('src/platform')]
  const above = ofProgram.flatMap((file) => thrownIn(readFileSync(file, 'utf8')))
  expect(above).toContain('database.elsewhere')
  const silent = above.filter((code) => !ofAll.includes(`\`${code}\``)).map((code) => `above: ${code}`)
  let found = 0
  for (const file of filesOf('src/cli')) {
    const commands = commandsOf(file)
    if (commands.length === 0) continue
    for (const code of refusalsOf(file)) {
      found += 1
      if (!commands.some((name) => undescribed(name, code).length === 0)) silent.push(`${commands.join(', ')}: ${code}`)
    }
  }
  expect(silent).toEqual([])
  // At least this many, so that the test does look: the count when it was written, less some that changes may take away.
  expect(found).toBeGreaterThan(40)
})

/** The commands of a module, as the table of all commands names them. */
function commandsOf(file: string): string[] {
  const name = file.split('/').at(-1)
  return COMMANDS.filter(({ run }) => String(run).includes(`/${name}`)).map((one) => one.name)
}

const filesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))

const thrownIn = (source: string) => [
  ...new Set([...source.matchAll(/(?:new Refusal\(\s*|error: \{ code: )'([^']+)'/g)].map(([, code]) => code!)),
]

/** Refusals of a form that was sent again by somebody else: no command sends a form. */
const OF_FORMS = new Set(['form.reused'])

/**
 * Codes with which a command refuses itself, and those of the functions that it calls, by their bodies and their
 * docstrings.
 */
function refusalsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const called = [...source.matchAll(/import \{([^}]*)\} from '(#|\.\.\/)([^']+)'/g)].flatMap(
    ([, imported, , module]) => {
      const path = join('src', module!)
      const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
      return imported!.split(',').flatMap((name) => refusedBy(text, name.trim().split(' ')[0]!))
    },
  )
  return [...new Set([...thrownIn(source), ...called])].filter((code) => !OF_FORMS.has(code))
}

function refusedBy(source: string, name: string): string[] {
  const begins = source.search(new RegExp(`^export (async )?function\\*? ?${name}\\b`, 'm'))
  if (name === '' || begins < 0) return []
  const [above = ''] = /\/\*\*(?:(?!\*\/)[^])*\*\/\s*$/.exec(source.slice(0, begins)) ?? []
  const said = [...above.matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, code]) => code!).filter((code) => code in REFUSALS)
  return [...said, ...thrownIn(source.slice(begins, source.indexOf('\n}\n', begins)))]
}

/** Keys that are data: a driver, a kind of row, a file. */
const DATA = new Set(['per_driver', 'rows_by_outcome', 'params'])

function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inside]) => [
    name,
    ...(DATA.has(name) ? Object.values(inside as object).flatMap(fieldsOf) : fieldsOf(inside)),
  ])
}

function undescribed(command: string, field: string): string[] {
  const text = `${ofAll}${described.get(command)}`
  const isThere = text.includes(`"${field}"`) || text.includes(`\`${field}\``)
  return isThere ? [] : [`${command}: ${field}`]
}

/** The fields that the source writes: the names of the first `json: {…}` of the function that runs the command. */
function writtenFields(file: string, command: string): string[] {
  const source = readFileSync(`src/cli/${file}.ts`, 'utf8')
  const run = {
    'hosted create': 'create',
    'hosted list': 'list',
    'hosted close': 'close',
    'hosted reopen': 'reopen',
    restore: 'restore',
    drill: 'drill',
    'backup verify': 'verify',
    migrate: 'migrateOnly',
    'work leave': 'leaveWork',
  }[command]
  const body = source.slice(source.indexOf(`async function ${run}(`))
  const json = /json: (\{[^}]*\})/.exec(body)![1]!
  const found = [...json.matchAll(/(?:^|[{,\n])\s*([a-z_]+)(?=[,:\s}])/g)].map(([, field]) => field!)
  expect(found.length, command).toBeGreaterThan(0)
  return found
}
