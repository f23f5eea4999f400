import { expect, test, vi } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { workingAs } from '#platform/work.ts'
import { type Keeper, inTurn } from './commands.server.ts'

const BUSY = new Refusal('upload.busy', { retryAfter: 10 })

/** Those who keep files at this moment, and hang until they are let go. */
function hanging(keeper: Keeper, patience?: number) {
  const inside: (() => void)[] = []
  const come = () =>
    workingAs('page', () => inTurn(keeper, () => new Promise<string>((go) => inside.push(() => go('kept'))), patience))
  return { inside, come }
}
const areInside = (of: { inside: unknown[] }, count: number) => vi.waitFor(() => expect(of.inside).toHaveLength(count))

test('of twenty connections for pages eight are held by files of the panel and four by those of visitors, and the others are told in time', async () => {
  const panel = hanging('panel', 500)
  const site = hanging('site', 500)
  const asked = [...Array.from({ length: 20 }, panel.come), ...Array.from({ length: 20 }, site.come)]
  const ends = asked.map((one) => one.catch((error: unknown) => error))
  await areInside(panel, 8)
  await areInside(site, 4)
  const told = await Promise.all([...ends.slice(8, 20), ...ends.slice(24)])
  expect(told).toEqual(Array.from({ length: 28 }, () => BUSY))
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
  const fails = () => workingAs('page', () => inTurn('panel', () => Promise.reject(new Error('no')), 20))
  for (let times = 0; times < 9; times++) await expect(fails()).rejects.toThrow('no')
})
