import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { importDrop, saveDrop, readAllRefusedAgain } from '#features/imports/drops/commands.server.ts'
import { listWaitingDrops, readDrop, readDroppedFile } from '#features/imports/drops/queries.server.ts'
import { listRefusedFiles } from '#features/imports/refused-files/queries.server.ts'
import { previewDrop } from '#features/imports/previews/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { MONDAY, WEEK, aFleet, makeChange, drop, dropPublicSet } from '#test/factories.ts'
import { changeProfile, retireProfile, createProfile } from './commands.server.ts'
import { getProfile, listProfiles, listSetupFiles } from './queries.server.ts'
import { readSetupInput } from './schema.ts'

const HEAD = 'Data;Matrícula;Energia;Custo;Sessão\n'
const LINES = '02/06/2026 10:00;ZX-33-TC;10,500;4,50;S-1\n23/05/2026 10:00;ZX-33-TC;2,000;1,00;S-0\n'
const ANSWERS = {
  source: 'Miio',
  kind: 'charging',
  date: '0',
  plate: '1',
  quantity: '2',
  amount: '3',
  document: '4',
  vat: 'included',
}

const listOf = (lines: string, name = 'miio.csv') => ({ name, bytes: new TextEncoder().encode(HEAD + lines) })
const saying = (answers: Record<string, string> = {}) => readSetupInput(new URLSearchParams({ ...ANSWERS, ...answers }))
const setUp = (lines = LINES, answers: Record<string, string> = {}) =>
  makeChange((change) => createProfile(change, listOf(lines), saying(answers)))
const profile = async (id: string) => getProfile(id)
const rows = () =>
  db
    .selectFrom('import_rows')
    .select(['line', 'kind', 'amount_cents', 'state', 'account', 'at'])
    .where('source', '=', 'other')
    .orderBy('id')
    .execute()

test('a list nobody knows is refused until it is taught; then it is read, kept apart by its source and told by its name', async () => {
  await aFleet()
  await dropPublicSet()
  const before = (await getWeek(WEEK)).checks
  expect((await drop([listOf(LINES)])).map(({ refusal }) => refusal?.code)).toEqual(['unknown-format'])

  await setUp()
  const [outcome] = await drop([listOf(LINES)])
  expect(outcome).toMatchObject({ status: 'imported', file: { source: 'other', account: 'Miio' } })
  expect(await rows()).toMatchObject([
    { line: 2, kind: 'charging', amount_cents: -450, state: 'live' },
    { line: 3, kind: 'charging', amount_cents: -100, state: 'live' },
  ])
  const after = (await getWeek(WEEK)).checks
  expect(after.sourcesIn).toBe(before.sourcesIn - 450)
  expect(after.settled + after.unmatched + after.company).toBe(after.sourcesIn)
  expect(await listSetupFiles()).toMatchObject([{ source: 'Miio', kind: 'charging', sample: 'miio.csv', files: 1 }])
})

test('a file that was set up is shown as read, and its drop waits to be imported; with its list retired it is not read again', async () => {
  await aFleet()
  const at = MONDAY
  const id = await makeChange((change) => saveDrop(change, [listOf(LINES)], WEEK))
  const shown = async () => ({
    files: (await listRefusedFiles(5)).map(({ state, isSetUp, teach }) => [state, isSetUp, teach !== null]),
    drops: (await listWaitingDrops(at)).map((one) => one.id),
  })
  expect(await shown()).toEqual({ files: [['open', false, true]], drops: [] })
  const [dropped] = (await readDrop(id)).files
  const profileId = await makeChange(async (change) =>
    createProfile(change, await readDroppedFile(id, dropped!.id), saying()),
  )
  expect(await shown()).toEqual({ files: [['open', true, false]], drops: [id] })
  await makeChange((change) => retireProfile(change, profileId))
  expect(await shown()).toEqual({ files: [['open', false, true]], drops: [] })
})

test('the same sessions in a longer list count once, and taking an import back takes its lines alone', async () => {
  await aFleet()
  await setUp()
  const [first] = await drop([listOf(LINES)])
  const [longer] = await drop([listOf(`${LINES}05/06/2026 08:00;ZX-33-TC;1,000;0,70;S-2\n`, 'junho.csv')])
  expect(longer?.tally?.results.duplicate).toBeGreaterThan(0)
  const live = async () =>
    (await rows()).filter(({ state }) => state === 'live').reduce((sum, row) => sum + row.amount_cents, 0)
  expect(await live()).toBe(-620)
  await makeChange((change) => undoImport(change, first!.importId!))
  expect(await live()).toBe(-620)
  await makeChange((change) => undoImport(change, longer!.importId!))
  expect(await live()).toBe(0)
})

test('a drop looked at reads by what was taught, and goes in by it', async () => {
  await aFleet()
  const id = await makeChange((change) => saveDrop(change, [listOf(LINES)], null))
  const seen = async () =>
    (await previewDrop(id, MONDAY)).files.map((file) => (file.ok ? file.read.amount : file.refusal.code))
  expect(await seen()).toEqual(['unknown-format'])
  await setUp()
  expect(await seen()).toEqual([-550])
  const outcomes = await makeChange((change) =>
    importDrop(change, id, { accept: [], ours: [], leave: [], versions: [] }),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['imported'])
})

test('a change reads the next files another way and leaves what was imported, which names its version', async () => {
  await aFleet()
  const id = await setUp()
  await drop([listOf(LINES)])
  const before = await rows()
  await makeChange((change) => changeProfile(change, id, 1, saying({ vat: 'from-rate', vatRate: '23' })))
  expect(await rows()).toEqual(before)
  expect(await profile(id)).toMatchObject({ version: 2, mapping: { vat: 'from-rate', vatRate: 2_300 } })

  await drop([listOf('04/06/2026 10:00;ZX-33-TC;1,000;1,00;S-9\n', 'outro.csv'), listOf(`${LINES}\n`, 'de novo.csv')])
  const added = (await rows()).slice(before.length)
  // Another VAT rule does not make the same session another movement.
  expect(added.map(({ amount_cents, state }) => [amount_cents, state])).toEqual([
    [-123, 'live'],
    [-554, 'repeated'],
    [-123, 'repeated'],
  ])
  const versions = await db
    .selectFrom('imports')
    .innerJoin('profile_versions', 'profile_versions.id', 'profile_version')
    .select(['version'])
    .orderBy('imports.id')
    .execute()
  expect(versions.map(({ version }) => version)).toEqual([1, 2, 2])

  await expect(makeChange((change) => changeProfile(change, id, 1, saying()))).rejects.toMatchObject({
    code: 'record.changed-meanwhile',
  })
  const { version } = await profile(id)
  await makeChange((change) => changeProfile(change, id, version, saying({ vat: 'from-rate', vatRate: '23,0' })))
  expect((await profile(id)).version).toBe(version)
})

test('the same headings are taught once; a retired profile reads nothing and may be taught anew', async () => {
  await aFleet()
  const id = await setUp()
  await expect(setUp()).rejects.toMatchObject({ code: 'profile.headings-taken', params: { source: 'Miio' } })
  await makeChange((change) => retireProfile(change, id))
  expect(await listProfiles()).toEqual([])
  await expect(profile(id)).rejects.toMatchObject({ code: 'record.not-found' })
  expect((await drop([listOf(LINES)])).map(({ status }) => status)).toEqual(['refused'])
  await setUp()
  expect((await drop([listOf(LINES)])).map(({ status }) => status)).toEqual(['imported'])
})

test('two people who teach the same file at the same moment leave one profile', async () => {
  await aFleet()
  const tried = await Promise.allSettled([setUp(), setUp(), setUp()])
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await listProfiles()).toHaveLength(1)
})

test.each([
  ['a source without a name', LINES, { source: '··' }],
  ['no column that says whose a line is', LINES, { plate: '' }],
  ['an amount that may or may not have VAT', LINES, { vat: '' }],
  ['a rate that was not said', LINES, { vat: 'from-rate' }],
  ['one column for two things', LINES, { quantity: '3' }],
  ['dates that are two days each', '02/06/2026 10:00;ZX-33-TC;10,500;4,50;S-1\n', {}],
  ['costs of both signs', `${LINES}13/06/2026 10:00;ZX-33-TC;1,000;-4,50;S-3\n`, {}],
  ['a line that does not read', `${LINES}13/06/2026 10:00;ZX-33-TC;1,000;grátis;S-3\n`, {}],
  ['no line at all', '', {}],
])('no profile is kept of %s', async (_, lines, answers) => {
  await aFleet()
  await expect(setUp(lines, answers)).rejects.toMatchObject({ code: 'profile.incomplete' })
  expect(await listProfiles()).toEqual([])
})

test('what the file does not prove, a person says, and the next file is read so', async () => {
  await aFleet()
  await setUp('02/06/2026 10:00;ZX-33-TC;10,500;4,50;S-1\n', { dates: 'mdy' })
  await drop([listOf('03/06/2026 10:00;ZX-33-TC;1,000;1,00;S-2\n')])
  expect((await rows()).map(({ at }) => at?.toString())).toEqual(['2026-03-06T10:00:00Z'])
})

test('a picture, and a list of one column, cannot be taught', async () => {
  await aFleet()
  for (const text of ['\u0089PNG\r\n', 'uma só coluna\n1\n2\n']) {
    const file = { name: 'x.csv', bytes: new TextEncoder().encode(text) }
    await expect(makeChange((change) => createProfile(change, file, saying()))).rejects.toMatchObject({
      code: 'profile.no-table',
    })
  }
})

test('a version that was kept is never written again', async () => {
  await aFleet()
  await setUp()
  await expect(db.updateTable('profile_versions').set({ source: 'Outra' }).execute()).rejects.toThrow()
  await expect(db.deleteFrom('profile_versions').execute()).rejects.toThrow()
})

test('files of other drops with the same headings are read once a list is set up, and one with a broken line says which', async () => {
  await aFleet()
  const keep = (file: ReturnType<typeof listOf>) => makeChange((change) => saveDrop(change, [file], WEEK))
  const taught = listOf(LINES)
  const other = listOf('03/06/2026 11:00;ZX-33-TC;1,000;2,50;S-2\n', 'miio de junho.csv')
  const broken = listOf('03/06/2026 11:00;ZX-33-TC;1,000;2,5O;S-3\n', 'miio partido.csv')
  const [, otherDrop] = [await keep(taught), await keep(other), await keep(broken)]
  const id = await makeChange((change) => createProfile(change, taught, saying()))
  await readAllRefusedAgain()

  const said = async () =>
    new Map((await listRefusedFiles(10)).map(({ name, code, isSetUp }) => [name, isSetUp ? 'read' : code]))
  expect(await said()).toEqual(
    new Map([
      ['miio partido.csv', 'rows-unreadable'],
      ['miio de junho.csv', 'read'],
      ['miio.csv', 'read'],
    ]),
  )
  expect((await listWaitingDrops(MONDAY)).map((waiting) => waiting.id)).toContain(otherDrop)
  await makeChange((change) => retireProfile(change, id))
  expect((await said()).get('miio de junho.csv')).toBe('unknown-format')
})
