import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { openOf, sealedNif } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { keepFile } from '#features/files/commands.server.ts'
import { walkDriverPapers } from '#features/statements/archives/queries.server.ts'
import { membersOf } from '#platform/zip.ts'
import { MONDAY, anApprovedWeek, asOwner, makeChange } from '#test/factories.ts'
import { noteExport } from './commands.server.ts'
import { exportPerson, exportTicketFor, findPerson, isTicketGood, listLooks } from './queries.server.ts'

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
  const sha256 = await makeChange(({ tx }) => keepFile(tx, paper, 'application/pdf'))
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
  const good = (uid: string, id: string, minutes: number) => isTicketGood(ticket, uid, id, MONDAY.add({ minutes }))
  expect(good('ana', driver, 9)).toBe(true)
  expect([good('rui', driver, 1), good('ana', other, 1), good('ana', driver, 11)]).toEqual([false, false, false])
})

test('nobody is found by an id that is none, or of a record that is not there', async () => {
  await expect(findPerson('abc')).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(findPerson(crypto.randomUUID())).rejects.toMatchObject({ code: 'record.not-found' })
})
