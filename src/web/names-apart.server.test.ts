import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type LoaderFunctionArgs, RouterContextProvider, createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { sendPaper } from '#features/papers/commands.server.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { takeTimes } from '#features/weeks/time-lists/commands.server.ts'
import { pt } from '#messages/pt.ts'
import { MONDAY, WEEK, anApprovedWeek, makeChange } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { requestContext, userContext } from './context.ts'
import { bringWords } from './i18n.tsx'
import { ADMIN } from './places.ts'

bringWords('pt', pt)

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
  'monitor',
  'reports',
  'users/audit',
  'vehicles',
  'vehicles/calendar',
  'vehicles/shifts/new',
  'vehicles/week/:week',
  'weekly/:week',
  'weekly/:week/messages',
  'weekly/:week/tolls',
  'weekly/batches/:id/payment',
  'weekly/forecast',
  'weekly/receipts',
]

/** A page as a reader of the office gets it, without the frame around it. */
async function draw(asked: string, id: string): Promise<string> {
  const [path = '', query = ''] = asked.split('?')
  const place = ADMIN.find((one) => one.path === path)
  const read = SCREENS[`./routes/admin/${place?.file}`]
  if (!read) throw new Error(`No screen at ${path}`)
  const { loader, default: Page } = await read()
  const params = { week: '2026-W23', id }
  const url = new URL(`http://localhost/admin/${path.replace(':week', params.week).replace(':id', id)}?${query}`)
  const context = new RouterContextProvider()
  context.set(userContext, READER)
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

test('no list of the office has two rows or choices in which two drivers of one name read alike', async () => {
  const { driver } = await anApprovedWeek()
  await db.updateTable('drivers').set({ name: NAME }).where('ref', 'in', ['D1', 'D2']).execute()
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK), { at: MONDAY })
  const waiting = { name: 'tempos.csv', bytes: Buffer.from('Turno;De;Até\n1;08:00;12:00\n') }
  await makeChange((change) => takeTimes(change, waiting, { driverId: driver('D1'), fromDriver: false }))
  // Who had a car, as the office entered it after the week's files came: an answer that can be taken back.
  await db
    .updateTable('assignments')
    .set({ created_by: 'office', created_at: MONDAY.add({ hours: 1 }) })
    .execute()
  for (const id of ['D1', 'D2'].map(driver)) {
    const files = [new File([pdfBytes(id)], 'cc.pdf')]
    const paper = { number: 'CC 1', issuedOn: null, expiresOn: '2030-01-01', files }
    await makeChange((change) => sendPaper(change, id as OwnDriverId, 'identity', paper))
  }
  const alike: Record<string, string[]> = {}
  for (const path of PAGES) {
    const html = await draw(path, String(batchId))
    expect(html, path).toContain(NAME)
    const bare = [...html.matchAll(/.{60}João Silva(?! (· |\()D[12]\b)/gs)].map(([words]) => words)
    if (bare.length > 0) alike[path] = bare
  }
  expect(alike).toEqual({})
})
