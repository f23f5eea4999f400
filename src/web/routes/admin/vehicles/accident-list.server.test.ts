import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { recordAccident, saveAccident, withdrawAccident } from '#features/fleet/accidents/commands.server.ts'
import { accidentInput } from '#features/fleet/accidents/schema.ts'
import { confirmReport, sendReport } from '#features/fleet/damage-reports/commands.server.ts'
import { getOwnReport } from '#features/fleet/damage-reports/queries.server.ts'
import { reportInput } from '#features/fleet/damage-reports/schema.ts'
import { answerContest, contestDamage, proposeCost, writeInvoice } from '#features/fleet/damages/commands.server.ts'
import { handOver } from '#features/fleet/vehicles/commands.server.ts'
import { chargeDamage } from '#features/plans/charges/commands.server.ts'
import { translator } from '#messages/translate.ts'
import { NEXT_WEEK, aFleet, makeChange } from '#test/factories.ts'
import { listFile } from '#web/list-file.server.ts'
import { pageOf } from '#web/parts/list.ts'
import { ACCIDENTS } from './accident-list.tsx'
import { listedAccidents } from './listed.server.ts'

const NOW = Temporal.Instant.from('2026-06-10T11:00:00Z')
const pt = translator('pt')
const now = <Result>(work: Parameters<typeof makeChange<Result>>[0]) => makeChange(work, { at: NOW })
const asked = (query: string, file = '') => new Request(`https://casa.exemplo/admin/vehicles/accidents${file}${query}`)

const typed = (day: string, place: string, more: Record<string, unknown> = {}) =>
  accidentInput.parse({
    happenedAt: [day, '18:20'],
    place,
    account: '',
    injured: 'no',
    amicable: 'none',
    otherName: '',
    otherPlate: '',
    otherInsurer: '',
    otherPolicy: '',
    police: '',
    policeNumber: '',
    reportedOn: '',
    claimNumber: '',
    excess: '',
    paid: '',
    paidOn: '',
    closedOn: '',
    closing: '',
    ...more,
  })

/** Accidents of two cars in every state, written down in an order that is not the one of the list. */
async function aFleetWithAccidents() {
  const fleet = await aFleet()
  const [car, other, ana] = [fleet.vehicle('ZX11TA'), fleet.vehicle('ZX22TB'), fleet.driver('D1') as OwnDriverId]
  await db.deleteFrom('assignments').execute()
  await now((change) => handOver(change, car, ana, Temporal.Instant.from('2026-01-05T08:00:00Z')))
  const record = (of: string, ...said: Parameters<typeof typed>) =>
    now((change) => recordAccident(change, of, typed(...said)))
  const closed = { reportedOn: '2026-02-03', closedOn: '2026-03-02', closing: 'Recusado' }
  await record(other, '2026-02-01', 'Coina', closed)
  await record(other, '2026-06-09', 'Benfica', { injured: 'yes' })
  await record(car, '2026-04-20', 'Sete Rios', { reportedOn: '2026-04-21', claimNumber: 'S-17' })
  await record(other, '2026-03-20', 'Ajuda', { reportedOn: '2026-03-21' })
  await record(car, '2026-05-30', 'Alvalade')
  const wrong = await record(car, '2026-06-01', 'Engano')
  await now((change) => withdrawAccident(change, car, wrong, 'Foi escrito duas vezes'))
  return { car, ana }
}

/** An accident that Ana reported: repaired, charged to her in part, paid by the insurer in part. */
async function paidAccident(car: string, ana: OwnDriverId) {
  const dent = { type: 'dent', part: 'front-bumper', severity: 'light' } as const
  const report = await now((change) =>
    sendReport(
      change,
      ana,
      reportInput.parse({
        kind: 'accident',
        atDay: '2026-05-04',
        atTime: '18:20',
        atTimeTwice: '',
        place: 'Olaias',
        account: 'x',
        ...dent,
        injured: 'no',
        amicable: 'none',
        otherName: '',
        otherPlate: 'ZX-01-ZZ',
        otherInsurer: '',
        otherPolicy: '',
        police: '',
        policeNumber: '',
        photos: [],
      }),
    ),
  )
  await now((change) => confirmReport(change, car, report, dent))
  const { accidentId, damageId } = await getOwnReport(ana, report)
  await now((change) => writeInvoice(change, damageId!, { amount: cents(640_00) }))
  await now((change) => proposeCost(change, damageId!, { driverId: ana, amount: cents(150_00) }))
  await now((change) => contestDamage(change, ana, damageId!, 'Não fui eu'))
  await now((change) => answerContest(change, damageId!, 'Foi nesse dia'))
  const charge = { amount: cents(150_00), count: 1, week: NEXT_WEEK }
  await now((change) => chargeDamage(change, damageId!, charge))
  const money = { reportedOn: '2026-05-05', excess: '250', paid: '300', paidOn: '2026-06-08', otherPlate: 'ZX-01-ZZ' }
  await now((change) => saveAccident(change, car, accidentId!, typed('2026-05-04', 'Olaias', money)))
}

test('the accidents of the fleet stand by what they wait for, the oldest first, and closed ones in a view of their own', async () => {
  const { car, ana } = await aFleetWithAccidents()
  await paidAccident(car, ana)
  const all = await listedAccidents(NOW)
  const shown = (query = '') =>
    pageOf(ACCIDENTS, all, asked(query), pt).rows.map(({ place, next, days }) => [place, next, days])
  const todo = [
    ['Alvalade', 'late', 11],
    ['Benfica', 'report', 1],
    ['Olaias', 'close', 37],
  ]
  const waiting = [
    ['Ajuda', 'answer', 82],
    ['Sete Rios', 'answer', 51],
  ]
  expect(shown()).toEqual([...todo, ...waiting])
  expect(shown('?view=todo')).toEqual(todo)
  expect(shown('?view=closed')).toEqual([['Coina', 'nothing', null]])
  expect(shown('?view=reported&q=s-17')).toEqual([waiting[1]])
  expect(shown('?q=zx22tb&injured=yes')).toEqual([todo[1]])
  expect(pageOf(ACCIDENTS, all, asked(''), pt).counts).toEqual({ '': 5, todo: 3, reported: 3, closed: 1 })
})

test('the file has the accidents that the page shows, and the money of each as its own page adds it up', async () => {
  const { car, ana } = await aFleetWithAccidents()
  await paidAccident(car, ana)
  const file = await listFile(ACCIDENTS, await listedAccidents(NOW), asked('?q=olaias', '/files/csv'), pt)
  const [head, row, ...others] = new TextDecoder('utf-8').decode(file.bytes).trim().split('\r\n')
  expect(others).toEqual([])
  const cells = Object.fromEntries(head!.split(';').map((name, at) => [name, row!.split(';')[at]]))
  expect(cells).toMatchObject({
    Matrícula: 'ZX-11-TA',
    Conduzia: 'Anselmo Tavira Quintão',
    Estado: 'com a seguradora',
    Falta: 'encerrar o processo',
    'Aberto há': '37',
    'Matrícula do outro': 'ZX-01-ZZ',
    'Franquia €': '250,00',
    'Reparações €': '640,00',
    'Cobrado €': '150,00',
    'Recebido €': '300,00',
    'Fica na empresa €': '190,00',
  })
})
