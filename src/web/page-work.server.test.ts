import { expect, test } from 'vitest'
import { Turns, workOf } from './page-work.server.ts'

const never = new AbortController().signal
const tick = () => new Promise((done) => setImmediate(done))

test('what reads whole weeks is heavy, in both languages; one statement is not; files and approvals are unhurried', () => {
  for (const path of ['/admin', '/admin/data', '/admin/weekly', '/admin/weekly/2026-W23', '/en/admin/weekly/2026-W23'])
    expect(workOf('GET', path)).toBe('heavy')
  for (const path of ['/', '/dashboard', '/admin/weekly/2026-W23/0190', '/admin/data/drop', '/admin/drivers'])
    expect(workOf('GET', path)).toBe('page')
  for (const path of ['/admin/data/drop', '/admin/weekly/2026-W23/approval', '/en/admin/weekly/2026-W23/batch'])
    expect(workOf('POST', path)).toBe('long')
  expect(workOf('POST', '/admin/drivers/new')).toBe('page')
})

test('so many at a time, the others in the order in which they came', async () => {
  const turns = new Turns(2, 60_000)
  const done: string[] = []
  const finish = new Map<string, () => void>()
  const work = (name: string) =>
    turns.take(never, async () => {
      await new Promise<void>((end) => finish.set(name, end))
      done.push(name)
    })
  const all = ['a', 'b', 'c', 'd'].map(work)
  await tick()
  expect([...finish.keys()]).toEqual(['a', 'b'])
  finish.get('b')!()
  await tick()
  expect([...finish.keys()]).toEqual(['a', 'b', 'c'])
  finish.get('a')!()
  await tick()
  for (const name of ['c', 'd']) finish.get(name)!()
  await Promise.all(all)
  expect(done).toEqual(['b', 'a', 'c', 'd'])
})

test('work that fails gives its turn on; who waits too long, or goes away, is told so and takes no turn', async () => {
  const turns = new Turns(1, 1)
  await expect(turns.take(never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  let end = () => {}
  const first = turns.take(never, () => new Promise<void>((done) => (end = done)))
  let began = 0
  const count = () => Promise.resolve(began++)
  await expect(turns.take(never, count)).rejects.toMatchObject({
    init: { status: 503 },
    data: { code: 'request.too-slow' },
  })
  const gone = new AbortController()
  const patient = new Turns(1, 60_000)
  const holding = patient.take(never, () => first)
  const left = patient.take(gone.signal, count)
  gone.abort()
  await expect(left).rejects.toMatchObject({ init: { status: 503 } })
  end()
  await Promise.all([first, holding])
  expect(began).toBe(0)
  await turns.take(never, count)
  await patient.take(never, count)
  expect(began).toBe(2)
})
