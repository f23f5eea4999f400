import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { readWeek } from '#domain/week.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { createDriver, removeDriver } from '#features/fleet/drivers/commands.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listPayTargets } from '#features/fleet/ibans/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { driverFromRowInput } from '#features/fleet/drivers/schema.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { mergeDrivers } from '#features/fleet/merges/commands.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { statementsOf } from '#test/statements.ts'
import { MONDAY, WEEK, makeChange, drop, emptyDatabase, publicFile } from '#test/factories.ts'
import { knownFilling } from '#features/contracts/filling/queries.server.ts'
import { takeListIn } from './commands.server.ts'
import { listLeftOut, proposeList } from './queries.server.ts'
import { takeListInput } from './schema.ts'

beforeEach(emptyDatabase)

const IBAN = 'PT50000201231234567890154'
const OTHER_IBAN = 'PT50002700000001234567833'
const HEAD = 'Nome;NIF;IBAN;E-mail;Telemóvel;Regime;Matrícula'

const look = (text: string) => proposeList(text, MONDAY)
async function take(text: string, answers: Record<string, string> = {}, fingerprint?: string, requireMoney = () => {}) {
  const seen = fingerprint ?? (await look(text)).fingerprint
  const input = takeListInput.parse({ text, fingerprint: seen, ...answers })
  return makeChange((change) => takeListIn(change, input, 'início', requireMoney))
}
/** Takes a list for somebody who may not move money. */
const takePoor = (text: string, answers: Record<string, string> = {}) =>
  take(text, answers, undefined, () => {
    throw new Refusal('access.scope')
  })
const accountsOf = async (id: string) => {
  const rows = await db.selectFrom('driver_ibans').selectAll().where('driver_id', '=', id).orderBy('id').execute()
  return rows.map(({ iban, holder }) => ({ iban: openOf('driver_ibans.iban', id, iban), holder }))
}
const somebody = (name: string, email = '', phone = '') =>
  makeChange((change) => createDriver(change, driverFromRowInput.parse({ name, email, phone })))
const names = async () =>
  (await db.selectFrom('drivers').select('name').orderBy('name').execute()).map(({ name }) => name)

test('a whole fleet comes in from one list: record, IBAN ready to be paid to, car since always, terms from the first week on', async () => {
  await drop([publicFile('2026W23')])
  const text = `${HEAD}\nAna Sá;501964843;${IBAN};ana@example.org;912345678;afiliado;ZX-11-TA\nRui;;;;;locatário;ZX-22-TB`
  expect((await look(text)).lines.map(({ who }) => who.is)).toEqual(['new', 'new'])
  expect(await names()).toEqual([])
  expect(await take(text)).toEqual({ created: 2, known: 0 })

  const [ana, rui] = await db.selectFrom('drivers').selectAll().orderBy('name').execute()
  expect(ana).toMatchObject({ email: 'ana@example.org', phone: '+351912345678' })
  expect((await getDriver(ana!.id)).nif).toBe('501964843')
  expect((await listPayTargets(db, [ana!.id])).get(ana!.id)).toMatchObject({
    iban: { ends: IBAN.slice(-4) },
    heldUntil: null,
  })
  expect(await accountsOf(ana!.id)).toEqual([{ iban: IBAN, holder: null }])
  expect(await listTerms(ana!.id)).toMatchObject([{ from: '2026-06-01', terms: { regime: 'slot' } }])
  expect(await listTerms(rui!.id)).toMatchObject([{ terms: { regime: 'rental' } }])
  const car = await db.selectFrom('vehicles').select('id').where('plate', '=', 'ZX22TB').executeTakeFirstOrThrow()
  expect(await listAssignments(car.id)).toMatchObject([{ driverId: rui!.id, from: null, to: null }])
})

test('what came with a list is no answer that anybody gave in the week', async () => {
  await drop([publicFile('2026W23')])
  const text = `${HEAD}\nAna Sá;;;ana@example.org;;afiliado;ZX-11-TA`
  const input = takeListInput.parse({ text, fingerprint: (await look(text)).fingerprint })
  const actor = { uid: 'office', role: 'admin' as const, address: null, requestId: null }
  await makeChange((change) => takeListIn(change, input, 'início', () => {}), { actor })
  const { answers } = await getWeekPage(WEEK, MONDAY)
  expect(
    answers.map((answer) => [answer.kind, 'isFromNewRecord' in answer && answer.isFromNewRecord]).toSorted(),
  ).toEqual([
    ['holder', true],
    ['terms', true],
  ])
})

test('the same list again changes nothing', async () => {
  const text = `${HEAD}\nAna Sá;501964843;${IBAN};ana@example.org;912345678;afiliado;ZX-11-TA`
  await take(text)
  const { lines } = await look(text)
  expect(lines).toMatchObject([{ who: { is: 'known', by: 'nif' }, changes: [] }])
  expect(await take(text)).toEqual({ created: 0, known: 1 })
  expect(await names()).toEqual(['Ana Sá'])
})

test('who has the same e-mail or phone is the same person: what is missing is filled in, what differs stays', async () => {
  const ana = await somebody('Ana Sá', 'ana@example.org')
  const rui = await somebody('Rui Costa', '', '912345678')
  const text = `${HEAD}\nAna Maria Sá;501964843;${IBAN};ANA@example.org;913000000;;\nR. Costa;;;;+351 912 345 678;;`
  const { lines } = await look(text)
  expect(lines.map(({ who }) => who)).toMatchObject([
    { driver: { id: ana }, by: 'email' },
    { driver: { id: rui }, by: 'phone' },
  ])
  expect(lines[0]!.changes.map(({ field }) => field)).toEqual(['name', 'nif', 'phone', 'iban'])
  expect(lines[0]!.warnings).toEqual([])
  await take(text)
  expect(await names()).toEqual(['Ana Sá', 'Rui Costa'])
})

test('an IBAN that differs is a change, and waits', async () => {
  const ana = await somebody('Ana Sá', 'ana@example.org')
  await makeChange((change) => changeIban(change, ana, { iban: IBAN, holder: null }))
  const text = `Nome;E-mail;IBAN\nAna Sá;ana@example.org;${OTHER_IBAN}`
  expect((await look(text)).lines[0]!.changes).toMatchObject([{ field: 'iban', from: expect.stringContaining('0154') }])
  await take(text)
  expect((await listPayTargets(db, [ana])).get(ana)).toMatchObject({
    iban: { ends: OTHER_IBAN.slice(-4) },
    heldUntil: expect.anything(),
  })
})

test('a list without holders leaves the holder of an account as it is', async () => {
  const ana = await somebody('Ana Reis', 'ana@example.org')
  await makeChange((change) => changeIban(change, ana, { iban: IBAN, holder: 'Maria Reis' }))
  for (const text of [
    `Nome;E-mail;IBAN\nAna Reis;ana@example.org;${IBAN}`,
    `Nome;E-mail;IBAN;Titular\nAna Reis;ana@example.org;${IBAN};`,
  ]) {
    expect(await look(text)).toMatchObject({ hasMoney: false, lines: [{ changes: [] }] })
    await takePoor(text)
    expect(await accountsOf(ana)).toEqual([{ iban: IBAN, holder: 'Maria Reis' }])
  }
})

test('another holder of an account is a change that is shown, and only who may move money makes it', async () => {
  const ana = await somebody('Ana Reis', 'ana@example.org')
  await makeChange((change) => changeIban(change, ana, { iban: IBAN, holder: 'Maria Reis' }))
  const text = `Nome;E-mail;IBAN;Titular\nAna Reis;ana@example.org;${IBAN};Rui Reis`
  expect(await look(text)).toMatchObject({
    hasMoney: true,
    lines: [{ changes: [{ field: 'holder', from: 'Maria Reis', to: 'Rui Reis' }] }],
  })
  await expect(takePoor(text)).rejects.toMatchObject({ code: 'access.scope' })
  await take(text)
  expect(await accountsOf(ana)).toEqual([
    { iban: IBAN, holder: 'Maria Reis' },
    { iban: IBAN, holder: 'Rui Reis' },
  ])
})

test('who may move money is asked by what is done, not by what was likely', async () => {
  const ana = await somebody('Ana Reis')
  await take(`Nome;IBAN;Regime\nAna Reis;${IBAN};afiliado`, { 'who-2': ana })
  for (const text of [`Nome;IBAN\nAna Reis;${IBAN}`, `Nome;Regime\nAna Reis;afiliado`]) {
    await expect(takePoor(text, { 'who-2': 'new' })).rejects.toMatchObject({ code: 'access.scope' })
    expect(await names()).toEqual(['Ana Reis'])
    expect(await takePoor(text, { 'who-2': ana })).toEqual({ created: 0, known: 1 })
  }
  expect((await look(`Nome;IBAN\nAna Reis;${IBAN}`)).lines[0]!.who).toMatchObject({
    answers: [
      { id: ana, changes: [] },
      { id: null, changes: [{ field: 'iban' }] },
    ],
  })
})

test('by the name alone nobody is anybody until a person says so', async () => {
  const ana = await somebody('Ana Maria Sá')
  const text = `Nome;IBAN\nANA MARIA SA;${IBAN}`
  expect((await look(text)).lines[0]!.who).toMatchObject({ is: 'asked', likely: ana })
  await expect(take(text)).rejects.toMatchObject({ code: 'driver-list.undecided' })
  expect((await listPayTargets(db, [ana])).get(ana)).toMatchObject({ iban: null })
  expect(await take(text, { 'who-2': ana })).toEqual({ created: 0, known: 1 })
  expect(await take(`Nome;NIF\nAna Maria Sá;501964843`, { 'who-2': 'new' })).toEqual({ created: 1, known: 0 })
  const like = await look(`Nome;IBAN\nMaria Sá Ana Lima;${IBAN}`)
  expect(like.lines[0]!.who).toMatchObject({ is: 'asked', likely: null })
})

test('a list with a regime is shown with what the usual terms ask in that week', async () => {
  await makeChange((change) =>
    changeSettings(change, { from: readWeek('2026-01-05'), settings: { rent: 190_00 }, reason: 'É o que cobramos' }),
  )
  expect((await look('Nome;Regime\nAna Sá;locatário')).usual).toEqual({
    slotFee: 25_00,
    rentalFee: 4_00,
    rent: 190_00,
    splitShare: 50_00,
  })
})

test('of one name and with another NIF somebody is not proposed to be the driver of that name', async () => {
  await take('Nome;NIF\nJosé Carlos Ferreira;214650324')
  const who = async (text: string) => (await look(text)).lines[0]!.who
  expect(await who(`Nome;NIF;IBAN\nJosé Carlos Ferreira;214757455;${IBAN}`)).toMatchObject({
    is: 'asked',
    drivers: [{ name: 'José Carlos Ferreira' }],
    likely: null,
  })
  expect(await who(`Nome;IBAN\nJosé Carlos Ferreira;${IBAN}`)).toMatchObject({ likely: expect.any(String) })
})

test('two lines of one name, or with one account, are two people until somebody says otherwise, and that is said', async () => {
  const text = `Nome;IBAN\nAna Sá;${IBAN}\nRui;${IBAN}\nANA SA;`
  expect((await look(text)).lines.map(({ warnings }) => warnings)).toEqual([
    [],
    [{ code: 'iban-twice', field: 'iban', found: '2' }],
    [{ code: 'name-twice', field: 'name', found: '2' }],
  ])
})

test('a line that is not understood stays out and is given back under its headings; what is right is taken in', async () => {
  const text = `Frota\n${HEAD}\nAna Sá;;${IBAN};;;;\nRui;;PT50123;;;;\n\nEva Lima;;;eva@example.org;;;`
  const { lines, left, problems } = await look(text)
  expect(problems).toMatchObject([{ line: 4, column: 'IBAN', code: 'iban-invalid' }])
  expect([lines.map(({ name }) => name), left]).toEqual([['Ana Sá', 'Eva Lima'], [4]])
  expect(await take(text)).toEqual({ created: 2, known: 0 })
  expect(await names()).toEqual(['Ana Sá', 'Eva Lima'])

  const rest = (await listLeftOut(text, MONDAY))!
  expect(rest.trimEnd()).toBe(`Frota\n${HEAD}\nRui;;PT50123;;;;`)
  await expect(take(rest)).rejects.toMatchObject({ code: 'spreadsheet.problems' })
  const mended = rest.replace('PT50123', OTHER_IBAN)
  expect(await listLeftOut(mended, MONDAY)).toBeNull()
  expect(await take(mended)).toEqual({ created: 1, known: 0 })
  expect((await look(`Nome\tNome\nAna\tSá`)).lines).toEqual([])
})

test('another whole name than the one known is the legal one: banks get it, and the record keeps both', async () => {
  const ana = await somebody('Ana Sá, Jr.', 'ana@example.org')
  await take(`Nome;E-mail;IBAN\nAna Maria Sá;ana@example.org;${IBAN}`)
  expect(await getDriver(ana)).toMatchObject({ name: 'Ana Sá, Jr.', legalName: 'Ana Maria Sá' })
  expect((await listPayTargets(db, [ana])).get(ana)).toMatchObject({ holder: 'Ana Maria Sá' })
  const choice = { driver: ana, kind: 'rental', language: 'pt', follows: null } as const
  expect(await knownFilling(choice, MONDAY)).toMatchObject({ driverName: 'Ana Maria Sá' })
  const [line] = (await look('Nome;E-mail\nAna Sá Lima;ana@example.org')).lines
  expect(line).toMatchObject({ changes: [], warnings: [{ code: 'differs', field: 'name', found: 'Ana Maria Sá' }] })
  const [short] = (await look('Nome;E-mail\nA. Sá;ana@example.org')).lines
  expect(short).toMatchObject({ changes: [], warnings: [{ code: 'differs' }] })
})

test('a list whose line ends a browser sent in its own way is the list that was shown', async () => {
  const { fingerprint } = await look('Nome;E-mail\nAna Sá;ana@example.org\nRui Sá;rui@example.org')
  await take('Nome;E-mail\r\nAna Sá;ana@example.org\r\nRui Sá;rui@example.org', {}, fingerprint)
  expect((await look('Nome;E-mail\nAna Sá;ana@example.org')).lines).toMatchObject([
    { who: { is: 'known' }, changes: [] },
  ])
})

test('what moved since it was shown is shown again, and two lines are never one driver', async () => {
  const text = `Nome;E-mail\nAna Sá;ana@example.org`
  const { fingerprint } = await look(text)
  const ana = await somebody('Ana Sá', 'ana@example.org')
  await expect(take(text, {}, fingerprint)).rejects.toMatchObject({ code: 'spreadsheet.changed' })
  const twice = 'Nome;E-mail\nAna Sá;ana@example.org\nAna Sá;'
  await expect(take(twice, { 'who-3': ana })).rejects.toMatchObject({ code: 'driver-list.one-twice' })
  await somebody('Rui Costa', '', '912345678')
  const both = await look('Nome;E-mail;Telemóvel\nAna;ana@example.org;912345678')
  expect(both.problems).toMatchObject([{ line: 2, code: 'two-people' }])
})

test('a car that somebody had, and terms that are there, stay', async () => {
  await take(`Nome;Regime;Matrícula\nAna Sá;afiliado;ZX-11-TA`)
  const text = `Nome;Regime;Matrícula;E-mail\nRui Costa;percentagem;ZX-11-TA;rui@example.org`
  expect((await look(text)).lines[0]!.warnings).toMatchObject([{ code: 'car-held', found: 'Ana Sá' }])
  await take(text)
  const ana = await db.selectFrom('drivers').select('id').where('name', '=', 'Ana Sá').executeTakeFirstOrThrow()
  const again = `Nome;Regime;Matrícula\nAna Sá;percentagem;ZX-11-TA`
  expect((await look(again)).lines[0]!.warnings).toMatchObject([{ code: 'terms-stay' }])
  await take(again, { 'who-2': ana.id })
  expect(await listTerms(ana.id)).toMatchObject([{ terms: { regime: 'slot' } }])
})

test('a record that was merged is nobody of its own in a list, and one that was put away is not known', async () => {
  const gone = await somebody('Ana Sá', 'ana@example.org')
  const stays = await somebody('Ana Maria Sá')
  await makeChange((change) => mergeDrivers(change, gone, { into: stays, reason: 'A mesma pessoa' }))
  const removed = await somebody('Rui Costa', 'rui@example.org')
  await makeChange((change) => removeDriver(change, removed, 'Engano'))

  const { lines, problems } = await look(`${HEAD}\nAna;;;ana@example.org;;;\nRui Costa;;;rui@example.org;;;`)
  expect(problems).toEqual([])
  expect(lines.map(({ who }) => who)).toMatchObject([
    { is: 'known', driver: { id: stays }, by: 'email' },
    { is: 'new' },
  ])
})

/** An account that a bank would take. */
function accountOf(at: number) {
  const body = `00020123${String(at).padStart(11, '0')}`
  return `PT50${body}${String(98n - ((BigInt(body) * 100n) % 97n)).padStart(2, '0')}`
}

/** So many lines: each somebody with an account, terms and a car; `more` tells another holder of the account of each. */
function listOf(count: number, more = '') {
  const lines = Array.from({ length: count }, (_, at) => {
    const [name, iban] = [`Pessoa ${String.fromCodePoint(65 + at)}`, accountOf(at)]
    return `${name};;${iban};${more && `${name} ${more}`};p${at}@example.org;${912_000_000 + at};afiliado;AA-${10 + at}-ZZ`
  })
  return ['Nome;NIF;IBAN;Titular;E-mail;Telemóvel;Regime;Matrícula', ...lines].join('\n')
}

test('a list of many lines asks as many statements as one of few, for who is new and for who is here', async () => {
  const asked: number[][] = []
  // The first time asks also what a process asks once.
  for (const count of [3, 3, 15]) {
    await emptyDatabase()
    const fresh = await statementsOf(() => take(listOf(count)))
    const known = await statementsOf(() => take(listOf(count, 'Filho')))
    expect(await db.selectFrom('driver_ibans').select('id').execute()).toHaveLength(2 * count)
    expect(await db.selectFrom('assignments').select('id').execute()).toHaveLength(count)
    asked.push([fresh.length, known.length])
  }
  expect(asked[2]).toEqual(asked[1])
})
