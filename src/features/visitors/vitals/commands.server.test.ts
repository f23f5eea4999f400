import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { countVisit, purgeVitals } from './commands.server.ts'
import { listPageSpeeds } from './queries.server.ts'
import { visitInput } from './schema.ts'

const NOON = Temporal.Instant.from('2026-06-10T12:00:00Z')
const FROM = Temporal.PlainDate.from('2026-06-01')

const visit = (fields: Record<string, string>, language: 'pt' | 'en' = 'pt', at = NOON) =>
  countVisit(visitInput.parse({ path: '/', device: 'phone', ...fields }), language, at)

test('visits are counted, and the page is as fast as for three of four of them', async () => {
  for (const lcp of ['1210', '1190', '2600', '4100']) await visit({ lcp, ttfb: '31' })
  await visit({ device: 'desktop', lcp: '800', cls: '0', inp: '40', ttfb: '12' }, 'en')
  expect(await listPageSpeeds({ from: FROM, device: null })).toEqual([
    {
      path: '/',
      visits: 4,
      vitals: {
        lcp: { value: 2600, verdict: 'middling' },
        inp: null,
        cls: null,
        ttfb: { value: 40, verdict: 'good' },
      },
    },
    {
      path: '/en',
      visits: 1,
      vitals: {
        lcp: { value: 800, verdict: 'good' },
        inp: { value: 40, verdict: 'good' },
        cls: { value: 0, verdict: 'good' },
        ttfb: { value: 20, verdict: 'good' },
      },
    },
  ])
  expect((await listPageSpeeds({ from: FROM, device: 'desktop' })).map(({ path }) => path)).toEqual(['/en'])
})

test('the day of a visit is that of Lisbon, and the same step of the same day is one row', async () => {
  const night = Temporal.Instant.from('2026-06-11T23:30:00Z')
  await visit({ path: '/about', lcp: '1001' }, 'pt', night)
  await visit({ path: '/about', lcp: '1049' }, 'pt', night)
  const rows = await db.selectFrom('vitals').select(['day', 'step', 'count']).where('path', '=', '/about').execute()
  expect(rows).toEqual([{ day: '2026-06-12', step: 1050, count: 2 }])
})

test('counts are forgotten after 13 months', async () => {
  await visit({ path: '/drivers', lcp: '900' }, 'pt', Temporal.Instant.from('2025-01-10T12:00:00Z'))
  const left = async () =>
    (await db.selectFrom('vitals').select('day').where('path', '=', '/drivers').execute()).map(({ day }) => day)
  await purgeVitals(Temporal.Instant.from('2026-02-09T12:00:00Z'))
  expect(await left()).toEqual(['2025-01-10'])
  await purgeVitals(Temporal.Instant.from('2026-02-13T12:00:00Z'))
  expect(await left()).toEqual([])
})

test('what is no measure of a visit is not counted', () => {
  const bad: Record<string, string>[] = [
    { lcp: '-1' },
    { lcp: '1.5' },
    { cls: 'NaN' },
    { ttfb: '1e9' },
    { device: 'fridge' },
  ]
  for (const fields of bad) expect(visitInput.safeParse({ path: '/', device: 'phone', ...fields }).success).toBe(false)
})
