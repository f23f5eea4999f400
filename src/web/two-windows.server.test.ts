import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type ActionFunctionArgs, RouterContextProvider, createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { en } from '#messages/en.ts'
import { weekOf } from '#domain/week.ts'
import { recordAccident } from '#features/fleet/accidents/commands.server.ts'
import { accidentRecord } from '#features/fleet/accidents/schema.ts'
import { confirmReport, sendReport } from '#features/fleet/damage-reports/commands.server.ts'
import { reportInput } from '#features/fleet/damage-reports/schema.ts'
import { listDamagesOfCar } from '#features/fleet/damages/queries.server.ts'
import { registerFine } from '#features/fleet/fines/commands.server.ts'
import { makeKey } from '#features/imports/deliveries/commands.server.ts'
import { addMailbox } from '#features/imports/mailboxes/commands.server.ts'
import { mailboxInput } from '#features/imports/mailboxes/schema.ts'
import { setAccount } from '#features/mail/whatsapp/commands.server.ts'
import { accountInput } from '#features/mail/whatsapp/schema.ts'
import { writeBreach } from '#features/oversight/breaches/commands.server.ts'
import { makeZone } from '#features/positions/zones/commands.server.ts'
import { zoneInput } from '#features/positions/zones/schema.ts'
import { createTemplate } from '#features/support/templates/commands.server.ts'
import { pt } from '#messages/pt.ts'
import { MONDAY, aFleet, makeChange } from '#test/factories.ts'
import { requestContext, userContext } from './context.ts'
import { registerMessages } from './i18n.tsx'
import { anAccount, signInAs, visit } from '#test/people.ts'
import { sessionMiddleware } from './session.server.ts'
import type { Reply } from './reply.ts'
import * as cash from './routes/admin/platform-acts/rule.tsx'
import * as payment from './routes/admin/weekly/batch-payment.tsx'
import * as monday from './routes/admin/data/monday-time.tsx'
import * as positions from './routes/admin/positions/rules.tsx'
import * as notices from './routes/admin/mail/notices.tsx'
import * as server from './routes/admin/mail/server.tsx'
import * as whatsApp from './routes/admin/mail/whatsapp.tsx'
import * as connection from './routes/admin/data/connection.tsx'
import * as mailbox from './routes/admin/data/mailbox.tsx'
import * as key from './routes/admin/data/delivery-key.tsx'
import * as zone from './routes/admin/monitor/zone.tsx'
import * as template from './routes/admin/support/template.tsx'
import * as breach from './routes/admin/privacy/edit-breach.tsx'
import * as accident from './routes/admin/vehicles/accident.tsx'
import * as user from './routes/admin/users/user.tsx'
import * as upkeep from './routes/admin/vehicles/upkeep.tsx'
import * as duties from './routes/admin/accounting/duty-rules.tsx'
import * as invoices from './routes/admin/accounting/invoice-rules.tsx'
import * as brand from './routes/admin/brand.tsx'
import * as company from './routes/admin/company.tsx'
import * as kinds from './routes/admin/documents/kinds.tsx'
import * as driver from './routes/admin/drivers/edit.tsx'
import * as vehicle from './routes/admin/vehicles/edit.tsx'
import * as fine from './routes/admin/fines/fine.tsx'
import * as damage from './routes/admin/vehicles/damage.tsx'
import * as chargeDamage from './routes/admin/vehicles/charge-damage.tsx'

registerMessages('pt', pt)
registerMessages('en', en)

const MAILBOX = {
  intent: 'save',
  name: 'A',
  host: 'imap.example.com',
  port: '993',
  safety: 'tls',
  login: 'a',
  password: 'p',
  folder: 'INBOX',
  movesTo: '',
  senders: '@example.com',
  proof: '',
  unasked: 'on',
}

type Fields = Record<string, string>
/** A screen whose functions are called as the router does. */
type Screen = { loader: unknown; action: unknown; default: unknown }
type Call = (args: ActionFunctionArgs) => Promise<unknown>

/** Two people of the office at one page: each of `open` and `send` is one of their windows. */
function office(screen: Screen, path: string, params: Fields, intent = '') {
  const args = (init: RequestInit = {}, search = '') => {
    const url = new URL(`http://localhost${path}${search}`)
    return { request: new Request(url, init), url, params, context, pattern: path }
  }
  const open = async (actionData?: Reply) => {
    const loaderData = await (screen.loader as Call)(args())
    const Page = screen.default as ComponentType<object>
    const props = { loaderData, actionData, params }
    const Component = () => createElement(Page, props)
    const Site = createRoutesStub([{ id: 'root', path: '*', loader: () => null, action: () => null, Component }])
    const hydrationData = {
      loaderData: { root: { ...(loaderData as object), user: context.get(userContext) } },
      actionData: actionData ? { root: actionData } : null,
    }
    const html = renderToStaticMarkup(createElement(Site, { initialEntries: [path], hydrationData }))
    const forms = html.match(/<form.*?<\/form>/gs) ?? []
    const form = forms.find(
      (one) =>
        /name="(opened|proposalSeen)"/.test(one) && (intent === '' || one.includes(`name="intent" value="${intent}"`)),
    )
    return { html, fields: fieldsIn(form ?? '') }
  }
  const send = async (fields: Fields, search = '') => {
    const { idempotencyKey: _, ...body } = fields
    const pairs = Object.entries(body).flatMap(([name, value]) =>
      (name.endsWith('[]') ? value.split('\n') : [value]).map((one) => [name, one]),
    )
    const answer = await (screen.action as Call)(args({ method: 'POST', body: new URLSearchParams(pairs) }, search))
    return answer instanceof Response ? answer.status : (answer as { data: Reply })
  }
  return { open, send }
}

/** What a browser would send of a form. */
function fieldsIn(form: string): Fields {
  const fields: Fields = {}
  const add = (name: string, value: string) => {
    fields[name] = name.endsWith('[]') && name in fields ? `${fields[name]}\n${value}` : value
  }
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1]
    const isPressed = !/type="(checkbox|radio)"/.test(tag) || tag.includes('checked')
    if (name && isPressed && !tag.includes('type="file"')) add(name, plain(/value="([^"]*)"/.exec(tag)?.[1] ?? 'on'))
    if (name && /type="(text|tel|email|date|hidden|password)"/.test(tag) && !tag.includes('value=')) fields[name] = ''
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
await anAccount('rui@frota.example', 'admin')
const other = await anAccount('ana@frota.example', 'admin')
const context = await signedIn()

/** A request of somebody who has just signed in. */
async function signedIn() {
  const { token } = await signInAs('rui@frota.example', visit({ now: MONDAY }))
  const request = new Request('http://localhost/admin', { headers: { cookie: `__Host-sid=${token}` } })
  const provider = new RouterContextProvider()
  provider.set(requestContext, visit({ now: MONDAY }))
  const args = { request, url: new URL(request.url), context: provider, params: {}, pattern: '/admin' } as never
  await sessionMiddleware(args, async () => new Response())
  return provider
}

const id = (at: string) => ({ id: at })
const D1 = driverOf('D1')
const { id: CAR } = await db.selectFrom('vehicles').select('id').orderBy('plate').limit(1).executeTakeFirstOrThrow()

const made = {
  zone: await makeChange((change) =>
    makeZone(
      change,
      zoneInput.parse({ name: 'A', shape: 'circle', middle: '38.7, -9.1', radius: '500', covers: 'all' }),
    ),
  ),
  template: await makeChange((change) => createTemplate(change, { name: 'A', pt: 'Olá', en: 'Hello' })),
  breach: await makeChange((change) =>
    writeBreach(change, {
      knownAt: MONDAY,
      happened: 'A',
      data: 'B',
      peopleKinds: 'C',
      peopleCount: 1,
      effects: '',
      measures: '',
    }),
  ),
  mailbox: await makeChange((change) => addMailbox(change, mailboxInput.parse(MAILBOX))),
  accident: await makeChange((change) =>
    recordAccident(change, CAR, {
      ...accidentRecord.nothing,
      happenedAt: MONDAY,
      place: 'Lisboa',
      injured: 'no',
      amicable: 'none',
    }),
  ),
}
await makeChange((change) => {
  const account = { phoneNumberId: '111111', businessAccountId: '222222', token: 't', appSecret: 's' }
  return setAccount(change, accountInput.parse({ intent: 'save', unasked: 'on', ...account }), null)
})
await makeChange((change) => makeKey(change, { name: 'A', takesIn: false }))
const { id: KEY } = await db
  .selectFrom('delivery_ways')
  .select('id')
  .where('kind', '=', 'key')
  .executeTakeFirstOrThrow()

const UPKEEP = `/admin/vehicles/${CAR}/upkeep`
const CONTRACT = { beginsOn: '2026-03-01', months: '48', startKilometres: '10' }
/** Nobody asks a distant server. */
const UNASKED = { unasked: 'on', clientSecret: 's' }
const PAGES: [screen: Screen, path: string, params: Fields, mine: Fields, theirs: Fields, intent?: string][] = [
  [driver, `/admin/drivers/${D1}/edit`, id(D1), { name: 'Ana Meu' }, { email: 'deles@frota.example' }],
  [vehicle, `/admin/vehicles/${CAR}/edit`, id(CAR), { make: 'Minha' }, { model: 'Deles' }],
  [company, '/admin/company', {}, { name: 'Frota minha' }, { licenceNumber: '77/2026' }],
  [brand, '/admin/brand', {}, { name: 'Marca minha' }, { taglinePt: 'Lema deles' }],
  [duties, '/admin/accounting/duties/rules', {}, { vat: 'quarter' }, { employs: 'on' }],
  [invoices, '/admin/accounting/2026-06/invoices/rules', { month: '2026-06' }, { damage: 'normal' }, { fine: 'none' }],
  [kinds, '/admin/documents/kinds', {}, { stopsAssigning: 'on' }, { stopsPaying: 'on' }],
  [cash, '/admin/drivers/platform-acts/rule', {}, { limit: '50,00' }, { byItself: 'on' }],
  [monday, '/admin/data/monday/time', {}, { weekday: '2' }, { isOn: 'on' }],
  [positions, '/admin/data/positions/rules', {}, { keepsDays: '9' }, { asksReason: 'on' }],
  [notices, '/admin/mail/notices', {}, { paper: '50, 20' }, { hour: '10' }, 'time'],
  [
    server,
    '/admin/mail/server',
    {},
    { host: 'mail.example', safety: 'tls', senderAddress: 'meu@frota.example' },
    { senderName: 'Deles', host: 'mail.example', safety: 'tls' },
    'save',
  ],
  [whatsApp, '/admin/mail/whatsapp', {}, { utility: '0,05' }, { marketing: '0,0712' }, 'prices'],
  [
    connection,
    '/admin/data/connections/uber',
    { provider: 'uber' },
    { clientId: 'deles', everyHours: '6' },
    { clientId: 'deles', takesIn: 'on' },
    'save',
  ],
  [
    mailbox,
    `/admin/data/deliveries/mailboxes/${made.mailbox}`,
    id(made.mailbox),
    { name: 'Meu' },
    { movesTo: 'Lidos' },
    'save',
  ],
  [key, `/admin/data/deliveries/keys/${KEY}`, id(KEY), { name: 'Minha' }, { takesIn: 'on' }],
  [zone, `/admin/monitor/zones/${made.zone}`, { zone: made.zone }, { name: 'Minha' }, { radius: '700' }],
  [
    template,
    `/admin/support/templates/${made.template}`,
    { template: made.template },
    { pt: 'Minha' },
    { en: 'Theirs' },
    'template',
  ],
  [breach, `/admin/privacy/breaches/${made.breach}/edit`, id(made.breach), { happened: 'Meu' }, { measures: 'Deles' }],
  [
    accident,
    `/admin/vehicles/${CAR}/accidents/${made.accident}`,
    { id: CAR, accident: made.accident },
    { place: 'Meu' },
    { police: 'Deles' },
  ],
  [
    accident,
    `/admin/vehicles/${CAR}/accidents/${made.accident}`,
    { id: CAR, accident: made.accident },
    { account: 'Meu' },
    { 'happenedAt[]': '2026-06-07\n21:10' },
  ],
  [upkeep, UPKEEP, id(CAR), { slotNumber: '7' }, { title: 'leasing' }, 'title'],
  [upkeep, UPKEEP, id(CAR), { ...CONTRACT, residual: '900,00' }, { ...CONTRACT, kilometreLimit: '90000' }, 'contract'],
  [
    upkeep,
    UPKEEP,
    id(CAR),
    { boughtOn: '2024-03-01', price: '20.000,00', years: '4' },
    { boughtOn: '2024-03-01', price: '20.000,00', years: '4', worth: '900,00' },
    'purchase',
  ],
]

test.each(PAGES)('what two people change in two windows of one record both stays: %#', async (...page) => {
  const [screen, path, params, mine, theirs, intent] = page
  const { open, send } = office(screen, path, params, intent)
  const { fields } = await open()
  expect(await send({ ...fields, ...UNASKED, ...theirs })).toBe(303)

  const refused = refusedIn(await send({ ...fields, ...UNASKED, ...mine }))
  expect(refused.refusal?.code).toBe('record.changed-meanwhile')
  const again = await open(refused)
  expect(again.fields).toMatchObject({ ...mine, ...theirs })
  expect(again.html).toContain('O que a outra pessoa alterou já está no formulário:')
  expect(again.html).not.toContain('Estes campos mudaram dos dois lados')

  expect(await send({ ...again.fields, ...UNASKED })).toBe(303)
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

test('the amount and the driver of a fine, and what is done to that driver, are of the fine as the form showed it', async () => {
  const number = '900000001'
  const FINE = await makeChange((change) =>
    registerFine(change, {
      body: 'ansr',
      number,
      authority: '',
      vehicleId: CAR,
      place: 'Lisboa',
      offence: '',
      amount: null,
      committedAt: MONDAY.subtract({ hours: 24 }),
      notifiedOn: '2026-06-08',
      notice: undefined,
    }),
  )
  const at = [fine, `/admin/vehicles/fines/${FINE}`, id(FINE)] as const
  const [price, identify] = [office(...at, 'price'), office(...at, 'identify')]
  const [{ fields: priced }, { fields: identified }] = [await price.open(), await identify.open()]
  expect(await price.send({ ...priced, amount: '60,00' })).toBe(303)
  expect(refusedIn(await price.send({ ...priced, amount: '50,00' })).refusal?.code).toBe('record.changed-meanwhile')
  expect((await price.open()).fields['amount']).toBe('60,00')
  const [first, second] = [driverOf('D1'), driverOf('D2')]
  expect(await identify.send({ ...identified, driverId: first })).toBe(303)
  const { fields: again } = await identify.open()
  expect(await identify.send({ ...again, driverId: second })).toBe(303)
  expect(refusedIn(await identify.send({ ...again, driverId: driverOf('D3') })).refusal?.code).toBe(
    'record.changed-meanwhile',
  )
  const told = { intent: 'inform', driverSeen: first }
  expect(refusedIn(await identify.send(told)).refusal?.code).toBe('fine.other-driver')
  expect(await identify.send({ ...told, driverSeen: second })).toBe(303)
})

test('what is done about a damage is meant for the proposal that the form showed, and its driver', async () => {
  for (const ref of ['D1', 'D2']) await anAccount(`${ref}@frota.example`, 'driver', driverOf(ref))
  const described = { type: 'scratch', part: 'front-bumper', severity: 'light' } as const
  const about = { kind: 'damage', atDay: '2026-06-07', atTime: '18:20', place: 'Lisboa', account: 'Um risco' }
  const reported = reportInput.parse({ ...about, ...described, atTimeTwice: '', car: CAR })
  const REPORT = await makeChange((change) => sendReport(change, driverOf('D1') as OwnDriverId, reported))
  await makeChange((change) => confirmReport(change, CAR, REPORT, described))
  const { id: DAMAGE } = (await listDamagesOfCar(CAR))[0]!
  const params = { id: CAR, damage: DAMAGE }
  const place = `/admin/vehicles/${CAR}/damages/${DAMAGE}`
  const [propose, invoice] = ['propose', 'invoice'].map((intent) => office(damage, place, params, intent))
  const { fields: proposed } = await propose!.open()
  const to = (ref: string) => ({ ...proposed, driverId: driverOf(ref), amount: '80,00' })
  expect(await propose!.send(to('D1'))).toBe(303)
  expect(refusedIn(await propose!.send(to('D2'))).refusal?.code).toBe('damage.moved-on')

  const charge = office(chargeDamage, `${place}/charge`, params)
  const { fields: charged } = await charge.open()
  const { fields: again } = await propose!.open()
  expect(await propose!.send({ ...again, driverId: driverOf('D2'), amount: '90,00' })).toBe(303)
  expect(refusedIn(await charge.send(charged)).refusal?.code).toBe('damage.moved-on')

  const { fields: first } = await invoice!.open()
  expect(await invoice!.send({ ...first, amount: '70,00' })).toBe(303)
  expect(refusedIn(await invoice!.send({ ...first, amount: '60,00' })).refusal?.code).toBe('record.changed-meanwhile')

  const { fields: seen } = await charge.open()
  expect(seen['amount']).toBe('70,00')
  expect(await charge.send(seen)).toBe(303)
  const paid = db.selectFrom('counting_charges').select(['person_id', 'amount_cents']).where('damage_id', '=', DAMAGE)
  expect(await paid.execute()).toEqual([{ person_id: driverOf('D2'), amount_cents: 70_00 }])
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

test('who saves a record as it was changes nothing, and the other person is not refused', async () => {
  const { open, send } = office(vehicle, `/admin/vehicles/${CAR}/edit`, id(CAR))
  const { fields } = await open()
  expect(await send(fields)).toBe(303)
  expect(await send({ ...fields, model: 'Corolla' })).toBe(303)
  expect((await open()).fields['model']).toBe('Corolla')
})

test('of a list both get what they ticked and took out, and the page says what the other person did', async () => {
  const path = `/admin/users/${other}`
  const { open, send } = office(user, path, { uid: other }, 'access')
  const { fields } = await open()
  expect(await send({ ...fields, 'scopes[]': 'owner\noperations' })).toBe(303)
  const refused = refusedIn(await send({ ...fields, 'scopes[]': 'owner\naccountant' }))
  expect(refused.refusal?.code).toBe('record.changed-meanwhile')
  const again = await open(refused)
  expect(again.html).toContain('Permissões: acrescentado Operações')
  expect(await send(again.fields)).toBe(303)
  expect((await open()).fields['scopes[]']).toBe('owner\noperations\naccountant')
})

test('of the notices both turn off what they wanted off', async () => {
  const { open, send } = office(notices, '/admin/mail/notices', {}, 'save')
  const { fields } = await open()
  const [first, second, ...rest] = (fields['sent[]'] ?? '').split('\n')
  expect(await send({ ...fields, 'sent[]': [first, ...rest].join('\n') })).toBe(303)
  const refused = refusedIn(await send({ ...fields, 'sent[]': [second, ...rest].join('\n') }))
  expect(refused.refusal?.code).toBe('record.changed-meanwhile')
  const again = await open(refused)
  expect(again.html).toMatch(/Avisos que são dados: retirado [^;<]+ \([^;<]+\)</)
  expect(await send(again.fields)).toBe(303)
  expect((await open()).fields['sent[]']).toBe(rest.join('\n'))
})

test('who typed what the bank rejected still reads it when somebody else has closed the batch', async () => {
  const row = { settlementId: 's1', ref: 'D1', name: 'Ana', amount: 12_300, state: 'confirmed', reason: null }
  const batch = {
    id: 1,
    state: 'confirmed',
    messageId: 'M',
    total: 12_300,
    waiting: { count: 0, total: 0 },
    rows: [row],
  }
  const loader = async () => ({ week: weekOf(MONDAY.toZonedDateTimeISO('UTC').toPlainDate()), name: '2026-W26', batch })
  const { open } = office({ ...payment, loader }, '/admin/weekly/batches/1/payment', { id: '1' })
  const refusal = { code: 'batch.not-open' as const, params: {} }
  const { html } = await open({ values: { 'reason-s1': 'IBAN errado' }, fieldErrors: {}, refusal })
  expect(html).toContain('Outra pessoa fechou este lote entretanto')
  expect(html).toMatch(/Ana.*IBAN errado/s)
})
