import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { Turns, workOf } from './page-work.server.ts'
import table from './routes.ts'

const never = new AbortController().signal
const tick = () => new Promise((done) => setImmediate(done))

test('a heavy page is heavy by whatever spelling of its address it is asked for', () => {
  for (const path of [
    '/ADMIN',
    '/admin/',
    '/%61dmin/weekly',
    '/Admin/Weekly/2026-W23',
    '/EN/admin/weekly/2026-w23/tolls/',
  ])
    expect(workOf('GET', path), path).toBe('heavy')
  expect(workOf('POST', '/ADMIN/data/drop')).toBe('long')
})

test('what reads whole weeks is heavy, in both languages; one statement is not; files and approvals are unhurried', () => {
  for (const path of ['/admin', '/admin/data', '/admin/weekly', '/admin/weekly/2026-W23', '/en/admin/weekly/2026-W23'])
    expect(workOf('GET', path)).toBe('heavy')
  for (const path of [
    '/',
    '/dashboard',
    '/admin/weekly/2026-W23/0190',
    '/admin/data/drop',
    '/admin/drivers',
    '/admin/drivers/0190/terms',
  ])
    expect(workOf('GET', path)).toBe('page')
  for (const path of ['/admin/data/drop', '/admin/weekly/2026-W23/approval', '/en/admin/weekly/2026-W23/batch'])
    expect(workOf('POST', path)).toBe('long')
  expect(workOf('POST', '/admin/drivers/new')).toBe('page')
})

/** The names that a file declares or imports at top level, each with its file and the text of its body. */
type Names = Map<string, { file: string; name: string; body: string }>
const read = new Map<string, Names>()
function namesOf(file: string): Names {
  const known = read.get(file)
  if (known) return known
  const names: Names = new Map()
  read.set(file, names)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  for (const [, list, from] of text.matchAll(/^import (?:type )?\{([^}]*)\} from '([#.][^']+)'/gm)) {
    const source = from!.startsWith('#') ? join('src', from!.slice(1)) : join(dirname(file), from!)
    for (const name of list!.matchAll(/(?<!type )\b(\w+)(?: as \w+)?\s*(?:,|$)/g))
      names.set(name[1]!, { file: source, name: name[1]!, body: '' })
  }
  for (const declared of text.split(/^(?=(?:export )?(?:async )?(?:function|const) \w)/m)) {
    const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(declared)?.[1]
    if (name) names.set(name, { file, name, body: declared })
  }
  return names
}

/** Whether what `name` of `file` does reads a whole week. */
function readsWeek(file: string, name: string, seen = new Set<string>()): boolean {
  if (file === 'src/features/settlements/queries.server.ts' && name === 'getWeeks') return true
  const key = `${file} ${name}`
  if (seen.has(key)) return false
  seen.add(key)
  const names = namesOf(file)
  const used = new Set(names.get(name)?.body.match(/\b[a-z]\w*(?=\()/g))
  return [...used].some((one) => {
    const of = names.get(one)
    return of !== undefined && readsWeek(of.file, of.name, seen)
  })
}

function placesOf(entries: readonly RouteConfigEntry[], under = ''): { place: string; file: string }[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const place = path ? `${under}/${path}` : under
    return [{ place, file }, ...placesOf(children, place)]
  })
}

test('every page whose loader comes to the numbers of a whole week is in the list', () => {
  const reading = placesOf(table)
    .filter(({ place, file }) => place.startsWith('/admin') && readsWeek(join('src/web', file), 'loader'))
    .map(({ place }) => place.replace(':week', '2026-W23').replaceAll(/:\w+/g, 'one'))
  expect(reading).toContain('/admin/weekly/2026-W23/holder')
  expect(reading.length).toBeGreaterThan(10)
  expect(reading.filter((path) => workOf('GET', path) !== 'heavy')).toEqual([])
})

/** Work by name, which ends when the test says so; `began` lists what has begun, in order. */
function aHouse(turns: Turns) {
  const began: string[] = []
  const end = new Map<string, () => void>()
  const work = (person: string, name: string, signal = never) =>
    turns.take(person, signal, async () => {
      began.push(name)
      await new Promise<void>((done) => end.set(name, done))
    })
  const finish = async (name: string) => {
    end.get(name)!()
    await tick()
  }
  return { began, work, finish }
}

test('a limited number work at a time, and the others follow in the order in which they came', async () => {
  const { began, work, finish } = aHouse(new Turns(2, 60_000))
  const all = ['a', 'b', 'c', 'd'].map((name) => work(name, name))
  await tick()
  expect(began).toEqual(['a', 'b'])
  await finish('b')
  expect(began).toEqual(['a', 'b', 'c'])
  await finish('a')
  expect(began).toEqual(['a', 'b', 'c', 'd'])
  for (const name of ['c', 'd']) await finish(name)
  await Promise.all(all)
})

test('ten pages of one person keep nobody else out: each person has one at a time, in turns', async () => {
  const { began, work, finish } = aHouse(new Turns(2, 60_000))
  const all = Array.from({ length: 10 }, (_, index) => work('ana', `ana ${index}`))
  await tick()
  expect(began).toEqual(['ana 0'])
  all.push(work('rui', 'rui 0'), work('eva', 'eva 0'), work('rui', 'rui 1'))
  await tick()
  expect(began).toEqual(['ana 0', 'rui 0'])
  await finish('rui 0')
  expect(began).toEqual(['ana 0', 'rui 0', 'eva 0'])
  await finish('ana 0')
  await finish('eva 0')
  expect(began.slice(3).toSorted()).toEqual(['ana 1', 'rui 1'])
  await finish('rui 1')
  for (let index = 1; index < 10; index++) await finish(`ana ${index}`)
  await Promise.all(all)
  expect(began.slice(-9)).toEqual(expect.arrayContaining(Array.from({ length: 8 }, (_, index) => `ana ${index + 2}`)))
})

test('a request whose sender has gone takes no turn, even a free one', async () => {
  const turns = new Turns(1, 60_000)
  const work = () => Promise.resolve('read')
  await expect(turns.take('ana', AbortSignal.abort(), work)).rejects.toMatchObject({ init: { status: 503 } })
  expect(await turns.take('ana', never, work)).toBe('read')
})

test('work that fails gives its turn on; who waits too long, or goes away, is told so and takes no turn', async () => {
  const turns = new Turns(1, 1)
  await expect(turns.take('ana', never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  let end = () => {}
  const first = turns.take('ana', never, () => new Promise<void>((done) => (end = done)))
  let began = 0
  const count = () => Promise.resolve(began++)
  await expect(turns.take('rui', never, count)).rejects.toMatchObject({
    init: { status: 503 },
    data: { code: 'request.too-slow' },
  })
  const gone = new AbortController()
  const patient = new Turns(1, 60_000)
  const holding = patient.take('ana', never, () => first)
  const left = patient.take('rui', gone.signal, count)
  gone.abort()
  await expect(left).rejects.toMatchObject({ init: { status: 503 } })
  end()
  await Promise.all([first, holding])
  expect(began).toBe(0)
  await turns.take('rui', never, count)
  await patient.take('rui', never, count)
  expect(began).toBe(2)
})
