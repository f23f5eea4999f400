import { expect, test } from 'vitest'
import { newSecret } from '#platform/secret.ts'
import { MONDAY, aFleet, asOwner, makeChange } from '#test/factories.ts'
import { rejectApplication, savePapers, savePerson, sendApplication } from '../commands.server.ts'
import { purgeApplications } from '#features/recruitment/forgotten/commands.server.ts'
import { moveApplication } from '#features/recruitment/board/commands.server.ts'
import { approveApplication } from '#features/recruitment/approvals/commands.server.ts'
import { getOwnApplication } from '../queries.server.ts'
import { papersInput, personInput } from '../schema.ts'
import { firstStageOf } from '../stages/queries.server.ts'
import { conversionReport } from './queries.server.ts'

const PAPERS = { licenceYear: '2015', certificate: 'soon', certificateUntil: '', platforms: 'none', nif: '' }
const after = (days: number) => ({ at: MONDAY.add({ hours: 24 * days }) })

let people = 0
async function sent(source: string, days: number): Promise<string> {
  const code = newSecret()
  const who = { name: 'Ana Sá', email: `f${++people}@example.org`, phone: `913 345 ${100 + people}`, municipality: '' }
  const person = personInput.parse({ ...who, regime: 'rental', source })
  await makeChange((change) => savePerson(change, code, person, { language: 'pt', referral: null }), after(days))
  await makeChange((change) => savePapers(change, code, papersInput.parse(PAPERS)), after(days))
  await makeChange((change) => sendApplication(change, code, { keep: false, language: 'pt' }), after(days))
  return (await getOwnApplication(code)).id
}

async function talk(id: string, days: number): Promise<void> {
  const { id: stage } = await firstStageOf('talking')
  await makeChange((change) => moveApplication(change, id, { stage, text: '' }), after(days))
}

const from = Temporal.PlainDate.from('2026-05-01')
const to = Temporal.PlainDate.from('2026-07-01')

test('each source and month says how many came how far, and the median of their days', async () => {
  const fleet = await aFleet()
  const [ana, rui, eva, leo] = [
    await sent('social', 0),
    await sent('social', 0),
    await sent('search', 0),
    await sent('search', 40),
  ]
  await talk(ana, 2)
  await talk(rui, 6)
  await talk(eva, 3)
  await makeChange((change) => approveApplication(change, ana), after(5))
  // An applicant approved without an earlier conversation counts as talked with on that day.
  await makeChange((change) => approveApplication(change, leo), after(50))
  await asOwner(`
    update applications set driver_id = '${fleet.driver('D1')}' where id = '${ana}';
    insert into settlements (driver_id, week, version, state, terms, terms_from, sources, earnings_cents, costs_cents,
      adjustments_cents, net_cents, payable_cents, carried_over_cents, receipt_value_cents, issued_at)
    values ('${fleet.driver('D1')}', '2026-06-15', 1, 'issued', '{}', '2026-06-08', '{}', 50000, 0, 0, 50000, 50000, 0, 0, now())`)

  const { all, months, sources } = await conversionReport({ from, to, source: null })
  expect(all).toEqual({
    counts: { received: 4, talked: 4, approved: 2, drove: 1 },
    days: { talked: 5, approved: 8, drove: 7 },
  })
  expect(months.map(({ month, counts }) => [month, counts.received])).toEqual([
    ['2026-05-01', 0],
    ['2026-06-01', 3],
    ['2026-07-01', 1],
  ])
  expect(sources.map(({ source, counts }) => [source, counts.received, counts.approved])).toEqual([
    ['search', 2, 1],
    ['social', 2, 1],
  ])
  const social = await conversionReport({ from, to, source: 'social' })
  expect(social.all).toEqual({
    counts: { received: 2, talked: 2, approved: 1, drove: 1 },
    days: { talked: 4, approved: 5, drove: 7 },
  })
})

test('what was forgotten still came, and was talked with', async () => {
  await aFleet()
  const id = await sent('advert', 0)
  await talk(id, 1)
  await makeChange((change) => rejectApplication(change, id, { cause: 'no-place', reason: 'Sem viaturas.' }), after(2))
  const before = await conversionReport({ from, to, source: 'advert' })
  expect(await purgeApplications(after(40).at)).toBe(1)
  const later = await conversionReport({ from, to, source: 'advert' })
  expect([before.all.counts, later.all.counts]).toEqual(
    [1, 2].map(() => ({ received: 1, talked: 1, approved: 0, drove: 0 })),
  )
})
