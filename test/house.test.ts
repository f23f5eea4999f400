import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { ALONE, ISOLATED, DATABASE } from '../vitest.config.ts'

/** Which folder may import from which. A folder missing from a list is closed. */
const ALLOWED_IMPORTS: Record<string, readonly string[]> = {
  domain: [],
  messages: ['domain'],
  forms: ['domain', 'messages'],
  platform: [],
  db: ['domain', 'platform'],
  integrations: ['domain', 'platform', 'db'],
  features: ['domain', 'messages', 'forms', 'platform', 'db', 'integrations'],
  web: ['domain', 'messages', 'forms', 'features'],
}
/** Folders that may import from every other. */
const ENTRY_FOLDERS = new Set(['server.ts', 'jobs.ts', 'cli.ts', 'cli', 'demo', 'host'])
const SERVER_SIDE_OF_WEB = /^src\/web\/.*\.server\.tsx?$/
const DOOR = /\/((queries|commands|jobs)\.server|jobs|schema)\.ts$/

const files = execSync('git ls-files --cached --others --exclude-standard src')
  .toString()
  .trim()
  .split('\n')
  .filter((file) => existsSync(file))
const sources = files.filter((file) => /\.tsx?$/.test(file))
const read = (file: string) => readFileSync(file, 'utf8')
const topFolderOf = (file: string) => file.split('/')[1]!
/** A feature folder may hold nouns of its own: `features/imports`, and in it `features/imports/drops`. */
const featureOf = (file: string) => file.split('/').slice(0, 3).join('/')
const nounOf = (file: string) => dirname(file)

const imports = sources.flatMap((from) =>
  [...read(from).matchAll(/(?:from|import)\s*\(?\s*['"]([#.][^'"]+\.tsx?)(?:\?[^'"]*)?['"]/g)].map(([, path]) => ({
    from,
    to: path!.startsWith('#') ? `src/${path!.slice(1)}` : join(dirname(from), path!),
  })),
)

test('imports are found in both quote styles and as import()', () => {
  const pathsIn = (text: string) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([#.][^'"]+\.tsx?)(?:\?[^'"]*)?['"]/g)].map(([, path]) => path)
  expect(pathsIn(`import a from './a.ts'\nimport "#db/b.ts"\nawait import('#c/d.ts')`)).toEqual([
    './a.ts',
    '#db/b.ts',
    '#c/d.ts',
  ])
  expect(imports.length).toBeGreaterThan(200)
})

test('a folder imports only from folders that its list names', () => {
  const through = imports.filter(({ from, to }) => {
    const [here, there] = [topFolderOf(from), topFolderOf(to)]
    if (here === there || ENTRY_FOLDERS.has(here) || !(here in ALLOWED_IMPORTS) || from.includes('.test.')) return false
    return !ALLOWED_IMPORTS[here]!.includes(there) && !(there === 'platform' && SERVER_SIDE_OF_WEB.test(from))
  })
  expect(through).toEqual([])
})

test('every folder at the top has its list of imports', () => {
  const rooms = new Set(sources.map(topFolderOf))
  expect([...rooms].filter((room) => !(room in ALLOWED_IMPORTS) && !ENTRY_FOLDERS.has(room))).toEqual([])
})

test('no file, and no feature, imports itself by way of others', () => {
  const runtime = imports.filter(({ to }) => existsSync(to))
  const inFeatures = runtime.filter(
    ({ from, to }) => topFolderOf(from) === 'features' && topFolderOf(to) === 'features' && !from.includes('.test.'),
  )
  const between = (folderOf: (file: string) => string) =>
    inFeatures.map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) })).filter(({ from, to }) => from !== to)
  expect([findCircle(runtime), findCircle(between(nounOf)), findCircle(between(featureOf))]).toEqual([null, null, null])
})

test('a noun is entered through its doors: every other file of its folder is its own', () => {
  const around = imports.filter(
    ({ from, to }) => topFolderOf(to) === 'features' && nounOf(from) !== nounOf(to) && !DOOR.test(to),
  )
  expect(around).toEqual([])
})

test('the domain touches nothing: no packages, no clock, no chance', () => {
  const touching = sources
    .filter((file) => topFolderOf(file) === 'domain' && !file.includes('.test.'))
    .filter((file) => /from '[^.]|new Date\(\)|Date\.now|Temporal\.Now|Math\.random|\basync\b/.test(read(file)))
  expect(touching).toEqual([])
})

test('what somebody sent is understood apart: nothing that answers people reaches a reader of files', () => {
  const atWork = sources.filter((file) => !file.includes('.test.'))
  const next = new Map(atWork.map((file) => [file, importsAtWork(file)]))
  const reached = new Set(atWork.filter((file) => ENTRY_FOLDERS.has(topFolderOf(file)) || topFolderOf(file) === 'web'))
  for (const file of reached) for (const to of next.get(file) ?? []) reached.add(to)
  expect(reached.size).toBeGreaterThan(200)
  expect(READERS.filter((file) => !existsSync(file) || reached.has(file))).toEqual([])
  // Exceptions: showing one line of a file again, which was understood when it was imported; and tracks, which only the
  // command line imports.
  const ofOneLine = [...reached].filter((file) => next.get(file)?.includes('src/platform/csv.ts'))
  expect(ofOneLine.toSorted()).toEqual([
    'src/features/imports/originals/queries.server.ts',
    'src/features/statements/queries.server.ts',
    'src/integrations/positions/track-file.ts',
  ])
})

const READERS = [
  'src/platform/sheet.ts',
  'src/platform/zip.ts',
  'src/platform/text.ts',
  'src/integrations/read-file.ts',
  'src/integrations/imports.ts',
  'src/integrations/mapped/tables.ts',
  'src/integrations/mapped/list.ts',
  'src/integrations/lists/list-table.ts',
  'src/integrations/bank/read-bank-file.ts',
  'src/integrations/green-receipts/read-receipt-paper.ts',
  'src/integrations/green-receipts/read-receipt-list.ts',
  'src/integrations/worker/thread.ts',
]

/** The imports of a file at run time: types do not count. */
function importsAtWork(file: string): string[] {
  const found = read(file).matchAll(
    /^import (?!type )(?:[^'"]*? from )?['"]([#.][^'"]+\.tsx?)['"]|import\(['"]([#.][^'"]+)/gm,
  )
  return [...found].map(([, still, lazy]) => {
    const path = (still ?? lazy)!
    return path.startsWith('#') ? `src/${path.slice(1)}` : join(dirname(file), path)
  })
}

test('an insert of many rows goes in parts: a statement has at most 65,535 parameters', () => {
  const list = /\.insertInto\([^]{0,40}?\.values\(\s*(?:\[|(?!part\b)\w[\w.]*\.(?:map|flatMap)\()/
  const named = /\.insertInto\([^]{0,60}?\.values\((?!part\b)(\w+)\)/g
  const whole = sources.filter((file) => {
    if (file.includes('.test.')) return false
    const text = read(file)
    const isList = (name: string) => new RegExp(`const ${name} = [^\\n]*\\.(?:map|flatMap)\\(`).test(text)
    return list.test(text) || [...text.matchAll(named)].some(([, name]) => isList(name!))
  })
  expect(whole).toEqual([])
})

test('features are some thirty folders at most, two deep, and each says what it owns', () => {
  const inFeatures = files.filter((file) => topFolderOf(file) === 'features')
  const features = new Set(inFeatures.map(featureOf))
  const silent = [...features, ...inFeatures.map(nounOf)].filter((folder) => !existsSync(join(folder, 'README.md')))
  const deep = inFeatures.filter((file) => file.split('/').length > 5)
  expect({ many: features.size > 31, silent: [...new Set(silent)], deep }).toEqual({
    many: false,
    silent: [],
    deep: [],
  })
})

/** The most lines of a README: a reader of a feature needs its rules, not its story. */
const MAX_README_LINES = 25

test('each README is short and lists the nouns inside its feature, and each table has one owner', () => {
  const inFeatures = files.filter((file) => topFolderOf(file) === 'features')
  const readmes = inFeatures.filter((file) => file.endsWith('/README.md'))
  const untrue = [...new Set(inFeatures.map(featureOf))].filter((feature) => {
    const nouns = new Set(inFeatures.filter((file) => featureOf(file) === feature).map(nounOf))
    nouns.delete(feature)
    const [, inside = ''] = /\*\*Inside\*\*([^]*?)\n\*\*/.exec(read(join(feature, 'README.md'))) ?? []
    const listed = [...inside.matchAll(/`([\w-]+)`/g)].map(([, noun]) => join(feature, noun!))
    return listed.toSorted().join() !== [...nouns].toSorted().join()
  })

  const long = readmes.filter((file) => read(file).trimEnd().split('\n').length > MAX_README_LINES)

  // The words before the colon are owned; the words after it may name what others own.
  const owned = readmes.flatMap((file) => {
    const [, clause = ''] = /\*\*Owns\*\*((?:`[^`]*`|[^:.])*)/.exec(read(file)) ?? []
    return [...clause.matchAll(/`(\w+)`/g)].map(([, table]) => table!)
  })
  const schema = read('src/db/types.ts').split('export interface DB {')[1]!
  const made = new Set(
    execSync("grep -ohE '^create (unlogged )?table \\w+' src/db/migrations/*.sql")
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(' ').at(-1)!),
  )
  const tables = [...schema.matchAll(/^ {2}(\w+):/gm)].map(([, table]) => table!).filter((table) => made.has(table))
  expect(tables.length).toBeGreaterThan(100)
  // Tables of the database itself and of the embedded identity service belong to no feature.
  const ofFeatures = tables.filter(
    (table) => !/^(identity_\w+|users|schema_migrations|field_keys|queue_leases)$/.test(table),
  )
  expect({
    untrue,
    long,
    nobodys: ofFeatures.filter((table) => !owned.includes(table)),
    twice: ofFeatures.filter((table) => owned.indexOf(table) !== owned.lastIndexOf(table)),
  }).toEqual({ untrue: [], long: [], nobodys: [], twice: [] })
})

test('server code stays behind its suffix: components never import a server module', () => {
  const wells = /^src\/(db\/.*\.server|platform\/.*\.server|features\/.*\.server)\.ts$/
  const leaking = imports.filter(
    ({ from, to }) =>
      wells.test(to) &&
      topFolderOf(from) === 'web' &&
      /^src\/web\/(ui|parts|shell)\//.test(from) &&
      !from.includes('.server.') &&
      !from.includes('-layout.tsx'),
  )
  expect(leaking).toEqual([])
})

test('no file only re-exports, and none has an empty name like utils', () => {
  const barrels = sources.filter((file) => /^export (\*|\{[^}]*\}) from/m.test(read(file)))
  const nameless = sources.filter(
    (file) => /\/(utils?|helpers?|misc|common|types|shared)\.tsx?$/.test(file) && !/messages|db\/types/.test(file),
  )
  expect({ barrels, nameless }).toEqual({ barrels: [], nameless: [] })
})

test('no import leaves its top folder with ../..', () => {
  expect(sources.filter((file) => /from '\.\.\/\.\./.test(read(file)))).toEqual([])
})

function findCircle(edges: readonly { from: string; to: string }[]): string[] | null {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()

  function visit(node: string, path: string[]): string[] | null {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return null
    for (const to of next.get(node) ?? []) {
      const circle = visit(to, [...path, node])
      if (circle) return circle
    }
    done.add(node)
    return null
  }

  for (const node of next.keys()) {
    const circle = visit(node, [])
    if (circle) return circle
  }
  return null
}

test('a test that shares its process sets nothing of it, and puts nothing in the place of a module', () => {
  const tests = execSync('git ls-files --cached --others --exclude-standard src test e2e')
    .toString()
    .trim()
    .split('\n')
    .filter((file) => /\.(test|e2e)\.tsx?$/.test(file) && existsSync(file))
  const isOf = (globs: readonly string[]) => (file: string) => globs.some((glob) => matchesGlob(file, glob))
  const sharing = tests.filter((file) => !isOf([...ISOLATED, ...ALONE])(file))
  expect(sharing.length).toBeGreaterThan(250)
  const replaces = [
    /\bvi\.(mock|doMock|hoisted|resetModules|spyOn|useFakeTimers)\(/,
    /Object\.assign\(process\b/,
    /process\.(chdir|umask)\(/,
    /configureGlobal\(/,
  ]
  expect(sharing.filter((file) => replaces.some((setting) => setting.test(read(file))))).toEqual([])
  // Tests with a database find the settings as they were: `test/own-database.ts` puts them back.
  const sets = [/\bvi\.stub\w+\(/, /process\.env(\[[^\]]*\]|\.\w+) =[^=]/]
  const pure = sharing.filter((file) => !isOf(DATABASE)(file))
  expect(pure.filter((file) => sets.some((setting) => setting.test(read(file))))).toEqual([])
})

/** Elements that look like a form's field and are none; each says why. */
const NO_FIELDS: Record<string, string> = {
  'src/web/routes/account/confirm.tsx': 'tells the keeper of passwords whose it is',
  'src/web/routes/account/new-password-fields.tsx': 'tells the keeper of passwords whose it is',
  'src/web/routes/site/visitor-fields.tsx': 'no person fills it in: whoever does is none',
}

test('a limit stands with what checks it, and a form draws its fields out of the kinds there are', () => {
  const limits = (text: string) => [...text.matchAll(/\b(?:maxLength|minLength|min|max)=(?:\{[\d_.]+\}|"[\d.]+")/g)]
  const elements = (text: string) =>
    [...text.matchAll(/<(input|select|textarea)\b[^>]*>/g)].filter(
      ([whole, name]) => name !== 'input' || !/type="(?:hidden|checkbox|radio)"/.test(whole),
    )
  expect(limits('<TextField maxLength={2_000} min="1" />')).toHaveLength(2)
  expect(elements('<input name="a" /><select><textarea /><input type="hidden" />')).toHaveLength(3)

  const drawn = sources.filter((file) => /^src\/web\/(?:routes|parts)\/.*\.tsx$/.test(file) && !file.includes('.test.'))
  expect(drawn.length).toBeGreaterThan(200)
  // The `max` of a progress bar is no limit of a field.
  const stated = drawn.flatMap((file) =>
    limits(read(file).replaceAll(/<progress[^>]*>/g, '')).map(([limit]) => `${file}: ${limit}`),
  )
  expect(stated).toEqual([])
  const routes = drawn.filter((file) => file.startsWith('src/web/routes/') && elements(read(file)).length > 0)
  expect(routes).toEqual(Object.keys(NO_FIELDS))
})

/**
 * The number of fields that routes and parts draw by hand: rows of a table, searches, secrets, words that depend on the
 * page. A new field is described in a `record` instead; whoever moves one there lowers this number.
 */
const DRAWN_BY_HAND = 214

test('fewer and fewer fields are drawn by hand: a form is made of what its noun says of itself', () => {
  const fields = (text: string) => [
    ...text.matchAll(/<(?:(?:Text|Textarea|Select|Choice|Checkbox|Date|Time|Moment|Money)Field|TickList|FileDrop)\b/g),
  ]
  expect(fields('<TextField /><FileDrop /><Form of={fineRecord} />')).toHaveLength(2)

  const drawn = sources.filter((file) => /^src\/web\/(?:routes|parts)\/.*\.tsx$/.test(file) && !file.includes('.test.'))
  const count = drawn.reduce((sum, file) => sum + fields(read(file)).length, 0)
  expect(count).toBeLessThanOrEqual(DRAWN_BY_HAND)
})

test('an object is written whole: no object literal is spread into another', () => {
  const slice = /(?:^|[^{[(])\.\.\.\{/m
  expect(slice.test('const both = { ...{ week, rows }, net }')).toBe(true)
  expect(slice.test('<Field {...{ reply, name }}>')).toBe(false)
  expect(sources.filter((file) => slice.test(read(file)))).toEqual([])
})
