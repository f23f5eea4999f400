import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type ActionFunctionArgs, RouterContextProvider, createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { MONDAY, aFleet } from '#test/factories.ts'
import { requestContext, userContext } from './context.ts'
import { bringWords } from './i18n.tsx'
import type { Reply } from './reply.ts'
import * as duties from './routes/admin/accounting/duty-rules.tsx'
import * as invoices from './routes/admin/accounting/invoice-rules.tsx'
import * as brand from './routes/admin/brand.tsx'
import * as company from './routes/admin/company.tsx'
import * as kinds from './routes/admin/documents/kinds.tsx'
import * as driver from './routes/admin/drivers/edit.tsx'
import * as vehicle from './routes/admin/vehicles/edit.tsx'

bringWords('pt', pt)
bringWords('en', en)

const READER = {
  uid: '5e0f4a52-6f0c-4d0c-9b1e-0a1f2b3c4d5e',
  email: 'rui@frota.example',
  displayName: 'Rui',
  role: 'admin' as const,
  scopes: ['owner' as const],
  driverId: null,
}

type Fields = Record<string, string>
/** A screen whose functions are called as the router does. */
type Screen = { loader: unknown; action: unknown; default: unknown }
type Call = (args: ActionFunctionArgs) => Promise<unknown>

/** Two people of the office at one page: each of `open` and `send` is one of their windows. */
function office(screen: Screen, path: string, params: Fields) {
  const args = (init: RequestInit = {}, search = '') => {
    const url = new URL(`http://localhost${path}${search}`)
    const context = new RouterContextProvider()
    context.set(userContext, READER)
    context.set(requestContext, { id: '1', address: '::1', userAgent: '', now: MONDAY })
    return { request: new Request(url, init), url, params, context, pattern: path }
  }
  const open = async (actionData?: Reply) => {
    const loaderData = await (screen.loader as Call)(args())
    const Page = screen.default as ComponentType<object>
    const props = { loaderData, actionData, params }
    const Component = () => createElement(Page, props)
    const Site = createRoutesStub([{ id: 'root', path: '*', loader: () => null, action: () => null, Component }])
    const hydrationData = {
      loaderData: { root: { ...(loaderData as object), user: READER } },
      actionData: actionData ? { root: actionData } : null,
    }
    const html = renderToStaticMarkup(createElement(Site, { initialEntries: [path], hydrationData }))
    return { html, fields: fieldsIn(/<form(?:(?!<form).)*name="opened".*?<\/form>/s.exec(html)?.[0] ?? '') }
  }
  const send = async (fields: Fields, search = '') => {
    const { idempotencyKey: _, ...body } = fields
    const answer = await (screen.action as Call)(args({ method: 'POST', body: new URLSearchParams(body) }, search))
    return answer instanceof Response ? answer.status : (answer as { data: Reply })
  }
  return { open, send }
}

/** What a browser would send of a form. */
function fieldsIn(form: string): Fields {
  const fields: Fields = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1]
    const isPressed = !/type="(checkbox|radio)"/.test(tag) || tag.includes('checked')
    if (name && isPressed && !tag.includes('type="file"'))
      fields[name] = plain(/value="([^"]*)"/.exec(tag)?.[1] ?? 'on')
    if (name && /type="(text|tel|email|date|hidden)"/.test(tag) && !tag.includes('value=')) fields[name] = ''
  }
  for (const [, name = '', text = ''] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g))
    fields[name] = plain(text).replaceAll('\n', '\r\n')
  for (const [, name = '', options = ''] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    fields[name] = (/<option value="([^"]*)" selected/.exec(options) ?? /value="([^"]*)"/.exec(options))?.[1] ?? ''
  return fields
}

function plain(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

/** The answer to a form that was not accepted. */
function refusedIn(answer: number | { data: Reply }): Reply {
  if (typeof answer === 'number') throw new Error(`The form was accepted: ${answer}`)
  return answer.data
}

const { driver: driverOf } = await aFleet()
const id = (at: string) => ({ id: at })
const D1 = driverOf('D1')
const { id: CAR } = await db.selectFrom('vehicles').select('id').orderBy('plate').limit(1).executeTakeFirstOrThrow()

const PAGES: [screen: Screen, path: string, params: Fields, mine: Fields, theirs: Fields][] = [
  [driver, `/admin/drivers/${D1}/edit`, id(D1), { name: 'Ana Meu' }, { email: 'deles@frota.example' }],
  [vehicle, `/admin/vehicles/${CAR}/edit`, id(CAR), { make: 'Minha' }, { model: 'Deles' }],
  [company, '/admin/company', {}, { name: 'Frota minha' }, { licenceNumber: '77/2026' }],
  [brand, '/admin/brand', {}, { name: 'Marca minha' }, { taglinePt: 'Lema deles' }],
  [duties, '/admin/accounting/duties/rules', {}, { vat: 'quarter' }, { employs: 'on' }],
  [invoices, '/admin/accounting/2026-06/invoices/rules', { month: '2026-06' }, { damage: 'normal' }, { fine: 'none' }],
  [kinds, '/admin/documents/kinds', {}, { stopsAssigning: 'on' }, { stopsPaying: 'on' }],
]

test.each(PAGES)('what two people change in two windows of one record both stays: %#', async (...page) => {
  const [screen, path, params, mine, theirs] = page
  const { open, send } = office(screen, path, params)
  const { fields } = await open()
  expect(await send({ ...fields, ...theirs })).toBe(303)

  const refused = refusedIn(await send({ ...fields, ...mine }))
  expect(refused.refusal?.code).toBe('record.changed-meanwhile')
  const again = await open(refused)
  expect(again.fields).toMatchObject({ ...mine, ...theirs })
  expect(again.html).toContain('O que a outra pessoa alterou já está no formulário:')
  expect(again.html).not.toContain('Estes campos mudaram dos dois lados')

  expect(await send(again.fields)).toBe(303)
  expect((await open()).fields).toMatchObject({ ...mine, ...theirs })
})

test('of a field that both changed the page says what the other person saved, and keeps what was typed', async () => {
  const { open, send } = office(vehicle, `/admin/vehicles/${CAR}/edit`, id(CAR))
  const { fields } = await open()
  await send({ ...fields, make: 'Toyota' })
  const again = await open(refusedIn(await send({ ...fields, make: 'Dacia' })))
  expect(again.fields['make']).toBe('Dacia')
  expect(again.html).toMatch(/Estes campos mudaram dos dois lados.*agora «Toyota», antes «[^»]+»/s)
})

test('an amount that the other person changed is written as its reader writes amounts', async () => {
  const { open, send } = office(vehicle, `/en/admin/vehicles/${CAR}/edit`, id(CAR))
  const { fields } = await open()
  await send({ ...fields, rent: '264.50' })
  const again = await open(refusedIn(await send({ ...fields, make: 'Dacia' })))
  expect(again.html).toContain('now €264.50, before')
})

test('a form that comes back for a wrong field or a preview does not write away what another person saved meanwhile', async () => {
  const { open, send } = office(company, '/admin/company', {})
  const { fields } = await open()
  await send({ ...fields, licenceNumber: '88/2026' })
  const wrong = refusedIn(await send({ ...fields, email: 'nada' }))
  expect([wrong.refusal, wrong.fieldErrors['email']]).toEqual([null, ['field.email']])
  for (const reply of [wrong, refusedIn(await send(fields, '?look'))]) {
    const again = await open(reply)
    expect(again.fields['licenceNumber']).toBe('88/2026')
    expect(again.html).toContain('O que a outra pessoa alterou já está no formulário:')
  }
})
