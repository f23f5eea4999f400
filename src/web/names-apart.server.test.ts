import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type LoaderFunctionArgs, RouterContextProvider, createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { basisPoints, cents } from '#domain/money.ts'
import { recordReferral } from '#features/adjustments/referrals/commands.server.ts'
import { sendPaper } from '#features/papers/commands.server.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { requestAdvance } from '#features/plans/commands.server.ts'
import { openTicket } from '#features/support/tickets/commands.server.ts'
import { askInput } from '#features/support/tickets/schema.ts'
import { takeTimes } from '#features/weeks/time-lists/commands.server.ts'
import { pt } from '#messages/pt.ts'
import { handOver } from '#features/fleet/vehicles/commands.server.ts'
import { type Fleet, MONDAY, NEXT_WEEK, WEEK, anApprovedWeek, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { pdfBytes } from '#test/papers.ts'
import { requestContext, userContext } from './context.ts'
import { registerMessages } from './i18n.tsx'
import { ADMIN } from './places.ts'

registerMessages('pt', pt)

type Screen = {
  loader?: (args: LoaderFunctionArgs) => Promise<object>
  default: (props: { loaderData: unknown; params: object }) => ReactNode
}

const SCREENS = import.meta.glob<Screen>('./routes/admin/**/*.tsx')
const NAME = 'João Silva'
const READER = {
  uid: '5e0f4a52-6f0c-4d0c-9b1e-0a1f2b3c4d5e',
  email: 'rui@frota.example',
  displayName: 'Rui',
  role: 'admin' as const,
  scopes: ['owner' as const],
  driverId: null,
}

/** Pages of the office that list the drivers of a small fleet, or offer them to choose from. */
const PAGES = [
  'account?account=current',
  'account?account=platform:uber',
  'commissions',
  'commissions/referrals/new',
  'contracts/new',
  'data',
  'data/newcomers',
  'data/positions',
  'data/positions/devices/new',
  'data/positions/told',
  'documents',
  'documents/times',
  'documents/times/files',
  'drivers',
  'drivers/invitations',
  'financing/new',
  'goals/new',
  'kpis',
  'mail/notices/:event',
  'monitor',
  'monitor/alerts',
  'monitor/:id?day=2026-06-06',
  'reports',
  'users/audit',
  'vehicles',
  'vehicles/calendar',
  'vehicles/shifts/new',
  'vehicles/week/:week',
  'vehicles/:id/drivers',
  'vehicles/:id/drivers/new',
  'vehicles/:id/drivers/moments/:moment?atDay=2026-06-05&atTime=12:00',
  'vehicles/:id/inspections',
  'weekly/:week',
  'weekly/:week/messages',
  'weekly/:week/tolls',
  'weekly/batches/:id/payment',
  'weekly/forecast',
  'weekly/receipts',
]

const PLACES = ADMIN.flatMap(({ inside = [], ...one }) => [
  one,
  ...inside.map((page) => ({ ...page, path: `${one.path}/${page.path}` })),
])
const CAR = 'ZX11TA'
const HANDED = Temporal.Instant.from('2026-06-06T09:00:00Z')

/** Has D1 and D2 change their cars, with an inspection, a damage, an alert and a device of each. */
async function shareTheirCars(fleet: Fleet): Promise<void> {
  const car = fleet.vehicle(CAR)
  const [at, received_at, vehicle_id] = [HANDED.toString(), HANDED.toString(), car]
  await makeChange((change) => handOver(change, car, fleet.driver('D2'), HANDED))
  await makeChange((change) => handOver(change, fleet.vehicle('ZX22TB'), fleet.driver('D1'), HANDED))
  for (const [ref, kind, hours] of [
    ['D1', 'in', -1],
    ['D2', 'out', 1],
  ] as const) {
    const driver_id = fleet.driver(ref)
    const { id } = await db
      .insertInto('inspections')
      .values({
        vehicle_id,
        driver_id,
        kind,
        at,
        received_at,
        sent_key: crypto.randomUUID(),
        kilometres: 100,
        office_signed: 'Rui',
        driver_signed: 'João',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const found = { vehicle_id, driver_id, inspection_id: id, is_new: true, type: 'scratch', severity: 'light' }
    await db
      .insertInto('damages')
      .values({ ...found, part: 'door-front-left', x: 1, y: 1 })
      .execute()
    const from_at = HANDED.add({ hours }).toString()
    await db
      .insertInto('position_alerts')
      .values({ vehicle_id, kind: 'night', from_at, until_at: from_at, told_at: from_at })
      .execute()
    await db.insertInto('position_devices').values({ kind: 'phone', name: ref, driver_id, made_at: at }).execute()
  }
}

/** A page as a reader of the office gets it, without the frame around it. */
async function draw(asked: string, id: string, uid: string, driver = ''): Promise<string> {
  const [path = '', query = ''] = asked.split('?')
  const place = PLACES.find((one) => one.path === path)
  const read = SCREENS[`./routes/admin/${place?.file}`]
  if (!read) throw new Error(`No screen at ${path}`)
  const { loader, default: Page } = await read()
  const params = { week: '2026-W23', id, moment: HANDED.toString(), event: 'statement-issued', driver }
  const filled = Object.entries(params).reduce((all, [name, value]) => all.replace(`:${name}`, value), path)
  const url = new URL(`http://localhost/admin/${filled}?${query}`)
  const context = new RouterContextProvider()
  context.set(userContext, { ...READER, uid })
  context.set(requestContext, { id: '1', address: '::1', userAgent: '', now: MONDAY })
  const args = { request: new Request(url), url, params, context, pattern: path }
  const loaderData = await loader?.(args)
  const Site = createRoutesStub([
    { id: 'root', path: '*', loader: () => null, Component: () => createElement(Page, { loaderData, params }) },
  ])
  const root = { ...loaderData, user: READER }
  return renderToStaticMarkup(
    createElement(Site, { initialEntries: [url.pathname], hydrationData: { loaderData: { root } } }),
  )
}

function aSentPaper(driver: OwnDriverId): Promise<string> {
  const files = [new File([pdfBytes(driver)], 'cc.pdf')]
  const paper = { number: 'CC 1', issuedOn: null, expiresOn: '2030-01-01', files }
  return makeChange((change) => sendPaper(change, driver, 'identity', paper))
}

test('no list of the office has two rows or choices in which two drivers of one name read alike', async () => {
  const fleet = await anApprovedWeek()
  await shareTheirCars(fleet)
  await db.updateTable('drivers').set({ name: NAME }).where('ref', 'in', ['D1', 'D2']).execute()
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK), { at: MONDAY })
  const waiting = { name: 'tempos.csv', bytes: Buffer.from('Turno;De;Até\n1;08:00;12:00\n') }
  await makeChange((change) => takeTimes(change, waiting, { driverId: fleet.driver('D1'), fromDriver: false }))
  const uid = await anAccount('rui@frota.example', 'admin')
  // Who had a car, as the office entered it after the week's files came: an answer that can be taken back.
  await db
    .updateTable('assignments')
    .set({ created_by: 'office', created_at: MONDAY.add({ hours: 1 }) })
    .execute()
  for (const id of ['D1', 'D2'].map(fleet.driver)) await aSentPaper(id as OwnDriverId)
  const brought = {
    referrer: fleet.driver('D1'),
    referred: fleet.driver('D2'),
    since: WEEK,
    reason: 'Disse-o no escritório',
  }
  await makeChange((change) => recordReferral(change, brought))
  const alike: Record<string, string[]> = {}
  for (const path of PAGES) {
    const html = await draw(path, path.startsWith('weekly/') ? String(batchId) : fleet.vehicle(CAR), uid)
    expect(html, path).toContain(NAME)
    const bare = [...html.matchAll(/.{60}João Silva(?! (· |\()D[12]\b)/gs)].map(([words]) => words)
    if (bare.length > 0) alike[path] = bare
  }
  expect(alike).toEqual({})
})

test('the page of one record says of which of two drivers of one name it is', async () => {
  const fleet = await anApprovedWeek()
  await db.updateTable('drivers').set({ name: NAME }).where('ref', 'in', ['D1', 'D2']).execute()
  const uid = await anAccount('rui@frota.example', 'admin')
  const driver = fleet.driver('D1') as OwnDriverId
  const asked = askInput.parse({ topic: 'money', words: 'Porque é que esta semana tem menos?' })
  const ticket = await makeChange((change) => openTicket(change, driver, asked))
  const wanted = { total: cents(12_000), count: 4, first: NEXT_WEEK, reason: 'Pneus', interest: basisPoints(0) }
  const plan = await makeChange((change) => requestAdvance(change, driver, wanted))
  for (const [path, id] of [
    ['support/:id', ticket],
    ['financing/:id', plan],
    ['documents/:id', await aSentPaper(driver)],
    ['weekly/:week/:driver/payment', ''],
  ] as const) {
    const [title] = /<h1[^>]*>.*?<\/h1>/s.exec(await draw(path, id, uid, driver)) ?? []
    expect(title, path).toContain(`${NAME} · D1`)
  }
})
