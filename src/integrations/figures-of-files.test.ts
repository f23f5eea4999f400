import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  NOTHING_REPORTED,
  type PlatformWeek,
  addPlatformWeeks,
  figuresOf,
  filledFrom,
  reportedBy,
} from '#domain/performance.ts'
import { readWhole } from '#test/read-whole.ts'

const OWN = 'ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'
const uber = (report: string) => `20260601-20260608-${report}-${OWN}`
const uuid = (at: number) => `51dbed65-348c-466c-ade0-${String(at).padStart(12, '0')}`
const money = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
const clock = (minutes: number) =>
  [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** A driver's week as the platforms know it; a missing part is in no file. */
const week = fc.record({
  fare: fc.integer({ min: 1, max: 150_000 }),
  fee: fc.nat(30_000),
  cash: fc.nat(20_000),
  hours: fc.option(fc.record({ trips: fc.nat(160), online: fc.nat(5_000), busy: fc.nat(3_000) }), { nil: null }),
  shares: fc.option(fc.record({ accepted: fc.nat(100), stars: fc.integer({ min: 100, max: 500 }) }), { nil: null }),
  bolt: fc.option(
    fc.record({
      app: fc.integer({ min: 1, max: 90_000 }),
      cash: fc.nat(9_000),
      work: fc.option(
        fc.record({ trips: fc.nat(90), minutes: fc.nat(4_000), metres: fc.nat(90_000), accepted: fc.nat(100) }),
        { nil: null },
      ),
    }),
    { nil: null },
  ),
})
type Known = typeof week extends fc.Arbitrary<infer Of> ? Of : never

function filesOf(weeks: readonly Known[]): { name: string; text: string }[] {
  const lines = (head: string, rows: (readonly (string | number)[] | null)[]) =>
    [head, ...rows.filter((row) => row !== null).map((row) => row.join(','))].join('\n')
  const who = (at: number) => [uuid(at), 'Ana', 'Faria']
  return [
    {
      name: uber('payments_driver'),
      text: lines(
        'Driver UUID,Driver first name,Driver surname,Paid to you,Paid to you : Your earnings,Paid to you : Trip balance : Payouts : Cash collected,Paid to you : Your earnings : Fare,Paid to you:Your earnings:Service fee',
        weeks.map(({ fare, fee, cash }, at) => [
          ...who(at),
          ...[fare - fee - cash, fare - fee, -cash, fare, -fee].map(money),
        ]),
      ),
    },
    {
      name: uber('driver_activity'),
      text: lines(
        'Driver UUID,Driver first name,Driver surname,Trips completed,Time online (days : hours: minutes),Time on trip (days : hours : minutes)',
        weeks.map(({ hours }, at) => hours && [...who(at), hours.trips, clock(hours.online), clock(hours.busy)]),
      ),
    },
    {
      name: uber('driver_quality'),
      text: lines(
        'Driver UUID,Driver first name,Driver surname,Confirmation rate,Driver ratings (last 4 weeks)',
        weeks.map(({ shares }, at) => shares && [...who(at), `${shares.accepted}%`, money(shares.stars)]),
      ),
    },
    {
      name: 'Ganhos por motorista-2026W23-ROTAS LUSAS.csv',
      text: lines(
        'Motorista,Email,Ganhos brutos (total)|€,Ganhos líquidos|€,Pagamento previsto|€,Dinheiro recebido|€,Viagens terminadas,Tempo online (min),Distância total das viagens|km,Taxa de aceitação total|%,Identificador do motorista',
        weeks.map(({ bolt }, at) => {
          if (!bolt) return null
          const { app, cash, work } = bolt
          const km = (metres: number) => `${Math.floor(metres / 1_000)}.${String(metres % 1_000).padStart(3, '0')}`
          const worked = work ? [work.trips, work.minutes, km(work.metres), work.accepted] : ['', '', '', '']
          return ['Ana', 'ana@example.org', ...[app + cash, app + cash, app, cash].map(money), ...worked, uuid(at)]
        }),
      ),
    },
  ]
}

const half = (amount: number, by: number) =>
  by > 0 ? Math.sign(amount) * Math.floor((2 * Math.abs(amount) + by) / (2 * by)) + 0 : null

/** Works the figures out by hand, from what was known before any file was written. */
function byHand({ fare, fee, hours, shares, bolt }: Known) {
  const received = fare - fee
  const work = bolt?.work ?? null
  const expected = [
    ...(hours ? [[received, hours.trips] as const] : []),
    ...(bolt && work ? [[bolt.app + bolt.cash, work.trips] as const] : []),
  ]
  const [tripMoney, trips] = expected.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])
  return {
    perHour: hours ? half(received * 60, hours.online) : null,
    perTrip: half(tripMoney, trips),
    perKilometre: bolt && work ? half((bolt.app + bolt.cash) * 1_000, work.metres) : null,
    minutes: hours?.online ?? null,
    trips: expected.length > 0 ? trips : null,
    received: received + (bolt ? bolt.app + bolt.cash : 0),
    acceptance: shares ? shares.accepted * 100 : work ? work.accepted * 100 : null,
    rating: shares?.stars ?? null,
  }
}

test('a thousand driver-weeks, written as files and read, come to what was known before they were written', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(fc.array(week, { minLength: 50, maxLength: 50 }), async (weeks) => {
      const said = weeks.map((): Record<'uber' | 'bolt' | 'work', PlatformWeek> => ({
        uber: NOTHING_REPORTED,
        bolt: NOTHING_REPORTED,
        work: NOTHING_REPORTED,
      }))
      for (const { name, text } of filesOf(weeks)) {
        // A file without drivers is refused as empty.
        if (!text.includes('\n')) continue
        const [result] = await readWhole({ name, bytes: new TextEncoder().encode(text) })
        if (!result?.ok) throw new Error(JSON.stringify(result))
        const { source } = result.file
        for (const row of result.file.rows) {
          const own = said[Number(row.key.slice(-12))]
          if (!own || (source !== 'uber' && source !== 'bolt')) throw new Error(row.key)
          const into = row.kind === 'reference' ? 'work' : source
          own[into] = addPlatformWeeks(own[into], reportedBy({ ...row, id: row.key, source }))
        }
      }
      for (const [at, { uber: of, bolt, work }] of said.entries()) {
        const known = weeks[at]
        if (!known) throw new Error(String(at))
        expect(figuresOf([{ uber: filledFrom(of, work), bolt, net: null }])).toMatchObject(byHand(known))
        seen += 1
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
  expect(seen).toBeGreaterThanOrEqual(1_000)
})
