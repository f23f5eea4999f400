import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { listenTo } from '#db/listen.server.ts'
import { openOf, sealedNif } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { verifyChain } from '#features/audit/audit-chain/queries.server.ts'
import { recordDeparture, returnDriver } from '#features/departures/commands.server.ts'
import { forgetUnused, saveFile } from '#features/files/commands.server.ts'
import { savePerson } from '#features/recruitment/commands.server.ts'
import { personInput } from '#features/recruitment/schema.ts'
import { listFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { walkDriverPapers } from '#features/statements/archives/queries.server.ts'
import { storage } from '#integrations/storage/storage.ts'
import { forgetKept } from '#platform/operator.ts'
import { newSecret } from '#platform/secret.ts'
import { membersOf } from '#platform/zip.ts'
import { MONDAY, WEEK, anApprovedWeek, asOwner, makeChange } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'
import { askErasure, carryOutErasures, confirmErasure, noteExport, withdrawErasure } from './commands.server.ts'
import {
  exportPerson,
  exportTicketFor,
  findPerson,
  getErasure,
  isTicketValid,
  listErasures,
  listLooks,
  previewErasure,
} from './queries.server.ts'

const NIF = '299999998'

async function exported(driverId: string, ibans = true) {
  const papers = walkDriverPapers(driverId as OwnDriverId, MONDAY, 'pt')
  const { name, bytes } = exportPerson(await findPerson(driverId), { now: MONDAY, language: 'pt', ibans, papers })
  const files = await Array.fromAsync(membersOf(Buffer.concat(await Array.fromAsync(bytes))))
  const text = files
    .filter((file) => /\.(?:json|txt)$/.test(file.name))
    .map((file) => Buffer.from(file.bytes).toString())
  return { name, files, text: text.join('\n') }
}

test('a driver takes along their data, the kept files and the statements; nothing in it names another driver', async () => {
  const fleet = await anApprovedWeek()
  const [D1, D2] = [fleet.driver('D1'), fleet.driver('D2')]
  await db
    .updateTable('drivers')
    .set(sealedNif('drivers.nif', D1, NIF))
    .where('id', '=', D1)
    .execute()
  const paper = Buffer.from('%PDF-1.4 um comprovativo')
  const sha256 = await makeChange(({ tx }) => saveFile(tx, paper, 'application/pdf'))
  await db
    .insertInto('other_incomes')
    .values({ driver_id: D1, year: 2026, contributes: true, elsewhere_cents: 12_345, said_at: MONDAY.toString() })
    .execute()
  await asOwner(`insert into papers (id, kind, driver_id, state, file_sha256, file_name, sent_at)
    values (gen_random_uuid(), 'driving-licence', '${D1}', 'sent', '${sha256}', 'carta.pdf', '2026-06-01T10:00:00Z')`)
  const { name, files, text } = await exported(D1)
  expect(name).toBe('dados-D1-2026-06-08.zip')
  const names = files.map((file) => file.name)
  expect(names).toContain('LEIA-ME.txt')
  expect(names).toContain('documentos/extratos/extrato-2026-W23.pdf')
  expect(names).toContain('dados/person/drivers.json')
  const kept = files.find((file) => /^ficheiros\/papers\/.*-carta\.pdf$/.test(file.name))
  expect(Buffer.from(kept!.bytes).equals(paper)).toBe(true)
  expect(text).toContain(NIF)
  expect(text).toContain('"elsewhere_cents": 12345')
  const known = await db.selectFrom('drivers').select(['id', 'name', 'email', 'ref']).where('id', '<>', D1).execute()
  const foreign = known.flatMap((one) => [one.id, one.name, one.email].filter((word) => word !== null))
  expect(foreign.filter((word) => text.includes(word))).toEqual([])
  expect((await exported(D2)).text).not.toContain(NIF)
})

test('who may not pay takes no whole IBAN along', async () => {
  const fleet = await anApprovedWeek()
  const D1 = fleet.driver('D1')
  const row = await db.selectFrom('driver_ibans').select('iban').where('driver_id', '=', D1).executeTakeFirstOrThrow()
  const iban = openOf('driver_ibans.iban', D1, row.iban)
  const [whole, masked] = [(await exported(D1)).text, (await exported(D1, false)).text]
  expect([whole.includes(iban), masked.includes(iban), masked.includes(iban.slice(-4))]).toEqual([true, false, true])
})

test('an export stands in the log with why, and its driver sees that it was taken', async () => {
  const fleet = await anApprovedWeek()
  const D1 = fleet.driver('D1')
  await makeChange(async (change) => noteExport(change, D1, 'Pediu por e-mail'), { action: 'personal-data.export' })
  expect(await listLooks(await findPerson(D1))).toEqual([
    { at: MONDAY.toString(), what: 'everything', by: 'office', reason: 'Pediu por e-mail' },
  ])
  expect(await listLooks(await findPerson(fleet.driver('D2')))).toEqual([])
})

test('the address of an export serves who asked for it, of that driver, for ten minutes', () => {
  const [driver, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const ticket = exportTicketFor('ana', driver, MONDAY)
  const good = (uid: string, id: string, minutes: number) => isTicketValid(ticket, uid, id, MONDAY.add({ minutes }))
  expect(good('ana', driver, 9)).toBe(true)
  expect([good('rui', driver, 1), good('ana', other, 1), good('ana', driver, 11)]).toEqual([false, false, false])
})

test('nobody is found by an id that is none, or of a record that is not there', async () => {
  await expect(findPerson('abc')).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(findPerson(crypto.randomUUID())).rejects.toMatchObject({ code: 'record.not-found' })
})

const LEFT = Temporal.Instant.from('2026-06-07T17:00:00Z')
const LATER = Temporal.Instant.from('2026-07-01T09:00:00Z')

/** A driver of an approved week who left, with an address, a received document and a message. */
async function aLeaver() {
  const fleet = await anApprovedWeek()
  const D1 = fleet.driver('D1')
  const before = { email: 'ana.antiga@example.org', phone: '912345678', notes: 'Prefere manhãs' }
  await makeChange(async (change) => {
    await change.tx
      .updateTable('drivers')
      .set({ ...before, address: 'Rua da Saudade 7' })
      .where('id', '=', D1)
      .execute()
    change.note({
      subject: `driver:${D1}`,
      before: { email: before.email, status: 'active' },
      after: { phone: before.phone },
    })
  })
  const bytes = Buffer.from('%PDF-1.4 carta de conducao')
  const sha256 = await makeChange(({ tx }) => saveFile(tx, bytes, 'application/pdf'))
  await asOwner(`insert into papers (id, kind, driver_id, state, file_sha256, file_name, sent_at)
    values (gen_random_uuid(), 'driving-licence', '${D1}', 'sent', '${sha256}', 'carta-da-ana.pdf', '2026-06-01T10:00:00Z')`)
  await makeChange(
    (change) =>
      recordDeparture(change, D1, {
        at: LEFT,
        reason: 'Mudou de cidade',
        waitsUntil: '2026-07-22',
        signsInUntil: null,
        done: [],
      }),
    { at: LATER },
  )
  return { D1, D2: fleet.driver('D2'), sha256, name: (await findPerson(D1)).name }
}

const ask = (subject: string) => makeChange((change) => askErasure(change, subject), { at: LATER })
const confirm = (id: string, name: string) => makeChange((change) => confirmErasure(change, id, name), { at: LATER })
/** Settles everything that is open with anybody. */
const settled = () =>
  asOwner(`alter table settlements disable trigger user; update settlements set state = 'paid';
  alter table settlements enable trigger user; update ledger_accounts set balance_cents = 0 where driver_id is not null`)

test('a driver who left is erased in two steps: what nothing keeps goes with its bytes, money stays as it was, the log still follows', async () => {
  const { D1, D2, sha256, name } = await aLeaver()
  const subject = `driver:${D1}`
  await expect(ask(`driver:${D2}`)).rejects.toMatchObject({ code: 'erasure.still-here' })
  expect((await previewErasure(`driver:${D2}`, LATER)).barred).toEqual({ because: 'working', driverId: D2 })
  const onTheLastDay = await previewErasure(subject, LEFT)
  expect(onTheLastDay.barred).toMatchObject({ because: 'leaving', driverId: D1 })
  expect((await previewErasure(subject, LATER)).barred).toBeNull()
  const preview = await previewErasure(subject, LATER)
  expect(preview.matters.map(({ matter }) => matter)).toContain('balance')
  expect(preview.goes.find(({ topic }) => topic === 'papers')).toMatchObject({ rows: 1, files: 1 })
  expect(preview.stays.find(({ topic }) => topic === 'statements')).toMatchObject({ until: '2036-12-31' })
  await settled()
  const id = await ask(subject)
  await expect(ask(subject)).rejects.toMatchObject({ code: 'erasure.known' })
  await expect(confirm(id, 'Outra Pessoa')).rejects.toMatchObject({ code: 'erasure.words' })
  const money = await db
    .selectFrom('settlement_lines')
    .select(sql<string>`sum(amount_cents)`.as('sum'))
    .executeTakeFirstOrThrow()
  const paper = async () => (await Array.fromAsync(walkDriverPapers(D1 as OwnDriverId, MONDAY, 'pt'))).length
  const papers = await paper()

  await confirm(id, name.toUpperCase())
  const row = await db.selectFrom('drivers').selectAll().where('id', '=', D1).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name, email: null, phone: null, address: null, notes: '' })
  expect(await db.selectFrom('papers').select('id').where('driver_id', '=', D1).execute()).toEqual([])
  await forgetUnused(sha256)
  expect(await storage().open(sha256)).toBeNull()
  expect(
    await db
      .selectFrom('settlement_lines')
      .select(sql<string>`sum(amount_cents)`.as('sum'))
      .executeTakeFirstOrThrow(),
  ).toEqual(money)
  expect([papers > 0, await paper()]).toEqual([true, papers])

  const log = await db.selectFrom('audit_events').select(['before', 'after']).where('subject', '=', subject).execute()
  expect(JSON.stringify(log)).not.toMatch(/ana\.antiga|912345678|Saudade/)
  expect(JSON.stringify(log)).toContain('"status":"active"')
  const chain = await verifyChain()
  expect(chain.broken).toBeNull()
  expect(chain.erased).toBeGreaterThan(0)
  await asOwner(`alter table audit_events disable trigger user; update audit_events set action = 'x' where seq = 1;
    alter table audit_events enable trigger user`)
  expect((await verifyChain()).broken).toMatchObject({ seq: 1 })
  expect(await getErasure(id, null)).toMatchObject({ overAt: null, name })
  await expect(makeChange((change) => withdrawErasure(change, id))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('what a site has read of somebody is forgotten with them, and of nobody while nothing goes', async () => {
  const { D1, name } = await aLeaver()
  await settled()
  let calls = 0
  const stop = await listenTo('site_changed', () => {
    calls++
    forgetKept()
  })
  const asksForLines = async () =>
    (await statementsOf(() => listFrozen(WEEK))).some(({ words }) => words.includes('from "settlement_lines"'))
  await listFrozen(WEEK)
  expect(await asksForLines()).toBe(false)
  await confirm(await ask(`driver:${D1}`), name)
  await expect.poll(() => calls).toBe(1)
  expect(await asksForLines()).toBe(true)
  expect(await asksForLines()).toBe(false)
  await carryOutErasures(LATER)
  // Notices arrive in order: this one comes after any that the pass may have sent.
  await sql`notify site_changed`.execute(db)
  await expect.poll(() => calls).toBe(2)
  await stop()
})

test('who was erased and comes back keeps what they give then, and may be erased anew once they leave again', async () => {
  const { D1, name } = await aLeaver()
  await settled()
  const subject = `driver:${D1}`
  const id = await ask(subject)
  await confirm(id, name)
  const phoneOf = async () =>
    (await db.selectFrom('drivers').select('phone').where('id', '=', D1).executeTakeFirstOrThrow()).phone
  expect(await phoneOf()).toBeNull()
  await makeChange((change) => returnDriver(change, D1, { on: '2026-09-01' }), {
    at: Temporal.Instant.from('2026-09-01T09:00:00Z'),
  })
  await asOwner(`update drivers set phone = '+351911111111' where id = '${D1}'`)
  await carryOutErasures(Temporal.Instant.from('2026-09-02T03:00:00Z'))
  expect(await phoneOf()).toBe('+351911111111')
  expect((await getErasure(id, null)).overAt).not.toBeNull()

  await asOwner(
    `update departures set returned_on = null, last_day = '2026-10-01', waits_until = '2026-11-15' where driver_id = '${D1}'`,
  )
  const again = () =>
    makeChange((change) => askErasure(change, subject), { at: Temporal.Instant.from('2026-10-05T09:00:00Z') })
  expect(await again()).not.toBe(id)
  await expect(again()).rejects.toMatchObject({ code: 'erasure.known' })
})

test('under the rule of two people another confirms, and a request that was a mistake is taken back and made again', async () => {
  const { D1, name } = await aLeaver()
  await settled()
  await asOwner(`update company set two_people_since = '2026-01-01T00:00:00Z'`)
  const by = (uid: string) => ({ actor: { uid, role: 'admin' as const, address: null, requestId: null }, at: LATER })
  const first = await makeChange((change) => askErasure(change, `driver:${D1}`), by('ana'))
  await makeChange((change) => withdrawErasure(change, first), by('ana'))
  const id = await makeChange((change) => askErasure(change, `driver:${D1}`), by('ana'))
  expect(await getErasure(id, 'ana')).toMatchObject({ needsAnother: true })
  await expect(makeChange((change) => confirmErasure(change, id, name), by('ana'))).rejects.toMatchObject({
    code: 'two-people.own',
  })
  await makeChange((change) => confirmErasure(change, id, name), by('rui'))
  expect(
    (await listErasures(null)).map(({ withdrawnAt, confirmedAt }) => [withdrawnAt !== null, confirmedAt !== null]),
  ).toEqual([
    [false, true],
    [true, false],
  ])
})

test('a visitor and an applicant are erased with all they wrote and got, and an account of the office once it is closed', async () => {
  await anApprovedWeek()
  const at = MONDAY.toString()
  const wrote = (email: string) =>
    db
      .insertInto('contact_messages')
      .values({ created_at: at, email, name: 'Bia Visita', language: 'pt', state: 'new', text: 'Olá', topic: 'other' })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [one] = [await wrote('bia@example.org'), await wrote('Bia@example.org'), await wrote('outra@example.org')]
  await confirm(await ask(`message:${one.id}`), 'bia  visita')
  expect(await db.selectFrom('contact_messages').select('email').execute()).toEqual([{ email: 'outra@example.org' }])
  const code = newSecret()
  const person = {
    name: 'Caio Prova',
    email: 'caio@example.org',
    phone: '912 345 678',
    municipality: '',
    regime: 'slot',
  }
  await makeChange((change) => savePerson(change, code, personInput.parse(person), { language: 'pt', referral: null }))
  const { id } = await db.selectFrom('applications').select('id').executeTakeFirstOrThrow()
  expect((await previewErasure(`application:${id}`, LATER)).goes[0]).toMatchObject({ topic: 'recruitment' })
  await confirm(await ask(`application:${id}`), 'Caio Prova')
  expect(await db.selectFrom('applications').select('id').execute()).toEqual([])
  expect(await db.selectFrom('mail_outbox').select('id').where('recipient', '=', 'caio@example.org').execute()).toEqual(
    [],
  )

  await db
    .insertInto('users')
    .values({ uid: 'gone', email: 'dora@example.org', display_name: 'Dora', role: 'admin', created_at: at })
    .execute()
  await expect(ask('account:gone')).rejects.toMatchObject({ code: 'erasure.still-here' })
  expect((await previewErasure('account:gone', LATER)).barred).toEqual({ because: 'account', uid: 'gone' })
  await db.updateTable('users').set({ disabled: true }).where('uid', '=', 'gone').execute()
  await confirm(await ask('account:gone'), 'Dora')
  expect(await db.selectFrom('users').select('uid').where('uid', '=', 'gone').execute()).toEqual([])
  expect((await listErasures(null)).every(({ overAt }) => overAt !== null)).toBe(true)
  await expect(ask('nobody:1')).rejects.toMatchObject({ code: 'record.not-found' })
})
