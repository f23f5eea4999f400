import { expect, test, vi } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { runAs } from '#platform/work.ts'
import { type Keeper, inTurn } from './commands.server.ts'

const BUSY = new Refusal('upload.busy', { retryAfter: 10 })
const OWN = new Refusal('upload.own', { retryAfter: 10 })

/** Starts senders who keep files, and hang until they are let go. */
function hanging(keeper: Keeper, patience?: number) {
  const inside: (() => void)[] = []
  const come = (_?: unknown, count = 0, sender = `${keeper} ${count}`) =>
    runAs(
      'page',
      () => inTurn(keeper, () => new Promise<string>((go) => inside.push(() => go('kept'))), patience),
      sender,
    )
  return { inside, come, comeAs: (sender: string) => come(null, 0, sender).catch((error: unknown) => error) }
}
const areInside = (of: { inside: unknown[] }, count: number) => vi.waitFor(() => expect(of.inside).toHaveLength(count))

test('of twenty connections for pages eight are held by files of the panel and four by those of visitors, and the others are told in time', async () => {
  const panel = hanging('panel', 500)
  const site = hanging('site', 500)
  const asked = [...Array.from({ length: 20 }, panel.come), ...Array.from({ length: 20 }, site.come)]
  const ends = asked.map((one) => one.catch((error: unknown) => error))
  await areInside(panel, 8)
  await areInside(site, 4)
  const refused = await Promise.all([...ends.slice(8, 20), ...ends.slice(24)])
  expect(refused).toEqual(Array.from({ length: 28 }, () => BUSY))
  for (const go of [...panel.inside, ...site.inside]) go()
  expect((await Promise.all(ends)).filter((one) => one === 'kept')).toHaveLength(12)
})

test('who waits comes in as soon as another one leaves, in their order, and a place is free again after a failure', async () => {
  const panel = hanging('panel')
  const ends = Array.from({ length: 10 }, panel.come)
  await areInside(panel, 8)
  panel.inside[0]!()
  panel.inside[1]!()
  await areInside(panel, 10)
  for (const go of panel.inside) go()
  expect(await Promise.all(ends)).toEqual(Array.from({ length: 10 }, () => 'kept'))
  const fails = () => runAs('page', () => inTurn('panel', () => Promise.reject(new Error('no')), 20))
  for (let times = 0; times < 9; times++) await expect(fails()).rejects.toThrow('no')
})

test('one account takes two of eight places, and one network one of four: all others come in, and who has files on the way is told so', async () => {
  for (const { keeper, ofOne, all } of [
    { keeper: 'panel', ofOne: 2, all: 8 },
    { keeper: 'site', ofOne: 1, all: 4 },
  ] as const) {
    const { inside, comeAs } = hanging(keeper, 500)
    const many = Array.from({ length: 30 }, () => comeAs('Ana'))
    await areInside({ inside }, ofOne)
    const others = Array.from({ length: all - ofOne }, (_, count) => comeAs(`Rui ${count}`))
    await areInside({ inside }, all)
    // Ana is refused for her own files on the way, even when all places are taken; Eva because of the places.
    expect(await Promise.all(many.slice(ofOne))).toEqual(Array.from({ length: 30 - ofOne }, () => OWN))
    expect(await comeAs('Eva')).toEqual(BUSY)
    for (const go of inside) go()
    expect(new Set(await Promise.all([...others, ...many.slice(0, ofOne)]))).toEqual(new Set(['kept']))
  }
})

test('a place that is free again goes to whoever has none, and only then to who came first', async () => {
  const { inside, comeAs } = hanging('panel')
  const ends = ['Ana', 'Ana', 'Rui', 'Rui', 'Eva', 'Eva', 'Ivo', 'Ivo'].map(comeAs)
  await areInside({ inside }, 8)
  let isIn = false
  const again = [comeAs('Ana'), comeAs('Rui')]
  const other = comeAs('Leo').finally(() => (isIn = true))
  // Let all three start to wait.
  await new Promise(setImmediate)
  inside[0]!()
  await areInside({ inside }, 9)
  inside[8]!()
  await vi.waitFor(() => expect(isIn).toBe(true))
  for (let gone = 1; gone < 11; gone++) {
    await vi.waitFor(() => expect(inside.length).toBeGreaterThan(gone))
    inside[gone]!()
  }
  expect(new Set(await Promise.all([...ends, ...again, other]))).toEqual(new Set(['kept']))
})

test('work that nobody sent, such as that of the queue, has no share of its own', async () => {
  const inside: (() => void)[] = []
  const ends = Array.from({ length: 8 }, () => inTurn('panel', () => new Promise<void>((go) => inside.push(go))))
  await areInside({ inside }, 8)
  for (const go of inside) go()
  await Promise.all(ends)
})
