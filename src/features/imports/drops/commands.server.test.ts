import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { startQueue } from '#db/queue.server.ts'
import type { FileToRead } from '#domain/import.ts'
import { readWeek } from '#domain/week.ts'
import { COMMAND_LINE, type Change, carryOut } from '#features/audit/commands.server.ts'
import { fileJobs } from '#features/files/jobs.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { loadFleet } from '#features/roster/commands.server.ts'
import { importFile, rememberKey } from '#features/imports/commands.server.ts'
import { listImports } from '#features/imports/queries.server.ts'
import { listUnmatchedRows } from '#features/imports/owners/queries.server.ts'
import { getImportPage, readOriginal } from '#features/imports/originals/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { sha256 } from '#platform/hash.ts'
import { importDrop, saveDrop, purgeDrops, setFileWeek } from './commands.server.ts'
import type { DropChoices } from './schema.ts'
import { previewDrop } from '#features/imports/previews/queries.server.ts'

const NOW = Temporal.Instant.from('2026-08-10T09:00:00Z')
const WEEK = readWeek('2026-W23')
const FOLDER = 'test/fixtures/public'
const COMPANY = 'ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA'
const UBER = `uber/20260601-20260608-payments_driver-${COMPANY}.csv`
const BOLT = 'bolt/Ganhos por motorista-2026W23-ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA.csv'
const TOLLS = 'viaverde/Movimentos_20260601_20260607.xlsx'
const MONTH_OF_TOLLS = 'viaverde/extrato_movimentos_900000202_202606.csv'

async function carry<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
  let result: Result
  await carryOut({ actor: COMMAND_LINE, action: 'drop.test', now: NOW }, async (change) => {
    result = await work(change)
    return null
  })
  return result!
}

const sample = (path: string): FileToRead => ({ name: basename(path), bytes: readFileSync(`${FOLDER}/${path}`) })
const changed = (path: string, edit: (text: string) => string, name = basename(path)): FileToRead => ({
  name,
  bytes: Buffer.from(edit(readFileSync(`${FOLDER}/${path}`, 'utf8'))),
})
const drop = (files: readonly FileToRead[], week = true) =>
  carry((change) => saveDrop(change, files, week ? WEEK : null))
const NOTHING = { accept: [], ours: [], leave: [], versions: [] }
const take = (id: string, choices: Partial<DropChoices> = {}) =>
  carry((change) => importDrop(change, id, { ...NOTHING, ...choices }))
const effects = async (files: readonly FileToRead[]) =>
  (await previewDrop(await drop(files), NOW)).files.map((file) => (file.ok ? file.read.effect : file.refusal.code))
const counts = async () => ({
  files: (await listImports({ limit: 100, offset: 0 })).count,
  checks: (await getWeek(WEEK)).checks,
})

beforeAll(async () => {
  const roster: unknown = JSON.parse(readFileSync(`${FOLDER}/roster.json`, 'utf8'))
  await carry((change) => loadFleet(change, roster, { terms: 'plain', merge: false }))
})

test('a drop without files, or with too many, is refused', async () => {
  await expect(drop([])).rejects.toMatchObject({ code: 'drop.empty' })
  await expect(drop(Array.from({ length: 201 }, () => sample(UBER)))).rejects.toMatchObject({ code: 'drop.too-many' })
})

test('looking at a drop says what is in it and stores nothing', async () => {
  const id = await drop([
    sample(UBER),
    sample(TOLLS),
    { name: 'foto.jpg', bytes: Buffer.from('ffd8ffe000104a46494600', 'hex') },
  ])
  const { files } = await previewDrop(id, NOW)

  expect(files[0]).toMatchObject({
    ok: true,
    name: basename(UBER),
    read: {
      source: 'uber',
      kind: 'payments_driver',
      week: '2026-06-01',
      drivers: 7,
      effect: { is: 'new' },
      strange: [],
      closed: [],
    },
  })
  expect(files[1]).toMatchObject({ ok: true, read: { source: 'viaverde', effect: { is: 'joins', present: 0 } } })
  expect(files[2]).toMatchObject({ ok: false, refusal: { code: 'picture' } })
  expect((await counts()).files).toBe(0)
})

test('a drop goes in as one: what is refused leaves nothing, the others come in, twice is once', async () => {
  const broken = changed(BOLT, (text) => text.replace('"313.14"', '"3l3.14"'))
  const id = await drop([sample(UBER), broken, sample(TOLLS)])

  expect((await take(id)).map(({ status }) => status)).toEqual(['imported', 'refused', 'imported'])
  const after = await counts()
  expect(after.files).toBe(2)

  expect((await take(id)).map(({ status }) => status)).toEqual(['duplicate', 'refused', 'duplicate'])
  expect(await counts()).toEqual(after)
  expect(await effects([sample(UBER)])).toMatchObject([{ is: 'same', at: NOW.toString() }])
  expect(await effects([sample(BOLT), sample(BOLT)])).toMatchObject([
    { is: 'new' },
    { is: 'twice', name: basename(BOLT) },
  ])
})

test('a file of another week or another company goes in only when somebody says so, for that file alone', async () => {
  const other = { ...sample(UBER), name: '20260601-20260608-payments_driver-OUTRA_FROTA_INVENTADA_LDA.csv' }
  const foreign = { ...changed(UBER, (text) => `${text}\n`), name: other.name }
  const early = sample('bolt/Ganhos por motorista-25 mai 2026-31 mai 2026-ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA.csv')
  const id = await drop([foreign, early])
  const { files } = await previewDrop(id, NOW)
  const strange = files.map((file) => (file.ok ? file.read.strange.map(({ code }) => code) : []))
  expect(strange).toEqual([['other-company'], ['other-week']])

  expect((await take(id)).map(({ refusal }) => refusal?.code)).toEqual(['other-company', 'other-week'])
  expect((await take(id, { accept: [files[1]!.id] })).map(({ status }) => status)).toEqual(['refused', 'imported'])
})

test('a newer version of a weekly report shows driver by driver what changes, vanishes and comes', async () => {
  const lines = readFileSync(`${FOLDER}/${UBER}`, 'utf8').trimEnd().split('\n')
  const without = lines.filter((_, index) => index !== 1).join('\n')
  const effect = await effects([changed(UBER, () => without)])
  expect(effect).toMatchObject([{ is: 'replaces', changes: [{ becomes: null }], unchanged: 6 }])

  const { files } = await previewDrop(
    await drop([changed(UBER, (text) => `${text}\n`), changed(UBER, () => without, 'outro.csv')]),
    NOW,
  )
  expect(files.map((file) => file.ok && file.read.effect.is)).toEqual(['replaces', 'replaces'])
})

test('movements of a longer list are a union with those already there', async () => {
  const [effect] = await effects([sample(MONTH_OF_TOLLS)])
  expect(effect).toMatchObject({ is: 'joins' })
  const before = await counts()
  const outcomes = await take(await drop([sample(MONTH_OF_TOLLS)]))
  const { rows, results } = outcomes[0]!.tally!
  const repeated = results.duplicate ?? 0
  expect(effect).toMatchObject({ present: repeated, added: rows - repeated })
  expect((await counts()).files).toBe(before.files + 1)
})

test('the queue across weeks has the rows the week has, and an answer takes them out', async () => {
  const [queue, week] = [await listUnmatchedRows(WEEK, 100), await getWeek(WEEK)]
  const ofWeek = queue.filter(({ row }) => row.week === WEEK)
  expect(ofWeek.map(({ row }) => row.id)).toEqual(week.unmatched.map(({ row }) => row.id))
  expect(ofWeek.length).toBeGreaterThan(0)

  const { key } = ofWeek[0]!.attribution
  await carry((change) => rememberKey(change, ofWeek[0]!.row.source, key, { company: true }))
  const left = await listUnmatchedRows(WEEK, 100)
  expect(left.some(({ attribution }) => attribution.key.value === key.value)).toBe(false)
})

test('a file opens at the page of a line, and its original comes back byte by byte', async () => {
  const { files } = await listImports({ limit: 100, offset: 0 })
  const tolls = files.find(({ name }) => name === basename(TOLLS))!
  const first = await getImportPage(tolls.id, { line: 2 })
  expect(first.rows[0]).toMatchObject({ line: 2 })
  expect(first.page).toBe(1)
  expect(first.rows[0]!.cells.find(({ heading }) => heading === 'Liquid Value')?.text).toMatch(/^\d/)
  expect(first.states.reduce((all, { count }) => all + count, 0)).toBe(first.count)
  expect(await getImportPage(tolls.id, { page: 99 })).toMatchObject({ page: Math.ceil(first.count / 200) })
  expect(Buffer.from((await readOriginal(tolls.id)).bytes).equals(readFileSync(`${FOLDER}/${TOLLS}`))).toBe(true)
  await expect(getImportPage(999_999, { page: 1 })).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(getImportPage(Number.NaN, { page: 1 })).rejects.toMatchObject({ code: 'record.not-found' })
})

test('the same movement in a CSV and in an Excel of one drop is announced once', async () => {
  await db.selectFrom('imports').select('id').executeTakeFirstOrThrow()
  const fuel = sample('prio/Transacoes_Frota_20260601_20260607.xlsx')
  const electric = sample('prio/prio_electric_20260601_20260607.csv')
  const again = changed('prio/prio_electric_20260601_20260607.csv', (text) => `${text}\n\n`)
  const [, once, twice] = await effects([fuel, electric, again])
  expect(once).toMatchObject({ is: 'joins', present: 0 })
  expect(twice).toMatchObject({ is: 'joins', added: 0 })
})

test('what nobody takes in for thirty days is forgotten with its bytes; what an import refers to stays', async () => {
  const letter: FileToRead = { name: 'carta.txt', bytes: Buffer.from('nem da Uber, nem da Bolt') }
  const left = await drop([sample(TOLLS), letter])
  const taken = await drop([sample(UBER)])
  await take(taken)
  expect(await purgeDrops(NOW.add({ hours: 24 * 30 }))).toBe(0)

  expect(await purgeDrops(NOW.add({ hours: 24 * 30, seconds: 1 }))).toBeGreaterThan(0)
  await expect(previewDrop(left, NOW)).rejects.toMatchObject({ code: 'record.not-found' })
  expect((await previewDrop(taken, NOW)).files).toHaveLength(1)

  const isKept = async (file: FileToRead) =>
    (await db.selectFrom('files').select('size').where('sha256', '=', sha256(file.bytes)).executeTakeFirst()) !==
    undefined
  const queue = await startQueue(fileJobs)
  await expect.poll(() => isKept(letter), { timeout: 30_000 }).toBe(false)
  await queue.stop()
  expect(await isKept(sample(TOLLS))).toBe(true)
  await expect(readKeptFile(sha256(letter.bytes))).rejects.toThrow('missing')
})

test('of two versions in one drop nobody guesses: one is chosen, or none goes in, in whatever order they come', async () => {
  const lines = readFileSync(`${FOLDER}/${BOLT}`, 'utf8').trimEnd().split('\n')
  const later = (name: string) => changed(BOLT, () => lines.filter((_, index) => index !== 2).join('\n'), name)
  const first = changed(BOLT, (text) => `${text}\n\n`)
  const second = later(basename(BOLT).replace('.csv', ' (1).csv'))
  for (const files of [
    [first, second],
    [second, first],
  ]) {
    const id = await drop(files)
    const { versions, files: shown } = await previewDrop(id, NOW)
    expect(versions).toMatchObject([{ drivers: [{ amounts: expect.arrayContaining([null]) }] }])
    expect(shown.find((file) => file.id === versions[0]!.proposed)?.name).toBe(second.name)
    expect((await take(id)).map(({ refusal }) => refusal?.code)).toEqual(['several-versions', 'several-versions'])
    expect((await take(id, { versions: shown.map((file) => file.id) })).every(({ refusal }) => refusal)).toBe(true)
    const left = shown.find(({ name }) => name === first.name)!.id
    await carry(async (change) => {
      const outcomes = await importDrop(change, id, { ...NOTHING, leave: [left] })
      expect(outcomes.map(({ name, status }) => [name, status])).toEqual([[second.name, 'imported']])
      throw new Error('looked at')
    }).catch((error: Error) => expect(error.message).toBe('looked at'))
  }
  const id = await drop([first, second])
  const { versions } = await previewDrop(id, NOW)
  expect((await take(id, { versions: [versions[0]!.proposed!] })).map(({ name }) => name)).toEqual([second.name])
})

test('a report with the figures of another week asks, and the answer stays with the import', async () => {
  const renamed = { ...changed(UBER, (text) => `${text}\n\n\n`), name: 'uber.csv' }
  const next = readWeek('2026-W24')
  const id = await carry((change) => saveDrop(change, [renamed], next))
  const [file] = (await previewDrop(id, NOW)).files
  expect(file?.ok && file.read.strange.map(({ code }) => code)).toEqual(['week-of-page', 'same-figures'])
  expect((await take(id)).map(({ refusal }) => refusal?.code)).toEqual(['week-of-page'])
  const [taken] = await take(id, { accept: [file!.id] })
  const { doubts } = await db
    .selectFrom('imports')
    .select('doubts')
    .where('id', '=', taken!.importId!)
    .executeTakeFirstOrThrow()
  expect(doubts).toMatchObject([{ code: 'week-of-page' }, { code: 'same-figures', params: { found: WEEK } }])
  const old = changed(BOLT, (text) => `${text}\n\n\n`, 'Ganhos por motorista-2025W40-ROTAS LUSAS FICTÍCIAS.csv')
  const [ancient] = (await previewDrop(await drop([old], false), NOW)).files
  expect(ancient?.ok && ancient.read.strange.map(({ code }) => code)).toEqual(['long-ago'])
})

test('a file that says no week counts for one week: dropped on another, the first is named and nothing changes', async () => {
  const undated = { ...changed(UBER, (text) => `${text}\n\n\n\n\n`), name: 'pagamentos.csv' }
  const [first, second] = [readWeek('2026-W30'), readWeek('2026-W31')]
  const on = (week: typeof WEEK, file = undated) => carry((change) => saveDrop(change, [file], week))
  const inFirst = await on(first)
  const [asked] = (await previewDrop(inFirst, NOW)).files
  const [taken] = await take(inFirst, { accept: [asked!.id] })
  expect(taken?.status).toBe('imported')
  const elsewhere = { is: 'elsewhere', importId: taken!.importId, week: second, found: first }
  const seen = async (id: string) => (await previewDrop(id, NOW)).files[0]
  const refusal = { code: 'counts-elsewhere', params: { week: second, found: first } }

  const inSecond = await on(second)
  expect(await seen(inSecond)).toMatchObject({ ok: true, read: { effect: elsewhere } })
  expect(await take(inSecond, { accept: [asked!.id] })).toMatchObject([{ status: 'refused', refusal }])
  expect(await seen(await on(first))).toMatchObject({ read: { effect: { is: 'same' } } })

  // The same when another version counts there now: counting again is not offered under another week.
  const newer = changed(UBER, (text) => `${text}\n\n\n\n\n\n`, 'pagamentos (1).csv')
  const [replacing] = await take(await on(first, newer), { accept: [asked!.id] })
  expect(await seen(inSecond)).toMatchObject({ read: { effect: elsewhere } })
  const again = (week: typeof WEEK) =>
    carry((change) =>
      importFile(change, undated, { week, acceptWeekOfPage: true, acceptSameFigures: true, countAgain: true }),
    )
  expect(await again(second)).toMatchObject([{ status: 'refused', refusal }])
  const counting = await db
    .selectFrom('import_rows')
    .select('import_id')
    .distinct()
    .where('week', '=', first)
    .where('state', '=', 'live')
    .execute()
  expect(counting).toEqual([{ import_id: replacing!.importId }])

  // The way out is to undo the import.
  await carry((change) => undoImport(change, taken!.importId!))
  expect(await take(inSecond, { accept: [asked!.id] })).toMatchObject([{ status: 'imported' }])
})

test('a company that is ours too is asked about once, remembered, and adds up', async () => {
  const name = 'Ganhos por motorista-2026W23-SEGUNDA VIA, LDA.csv'
  const ofOther = (text: string) => text.replaceAll(/,"[0-9a-f]{8}(-[0-9a-f-]+)"/g, ',"99999999$1"')
  const second = changed(BOLT, ofOther, name)
  const before = (await getWeek(WEEK)).checks.sourcesIn
  const id = await drop([second])
  const [file] = (await previewDrop(id, NOW)).files
  expect(file?.ok && file.read).toMatchObject({ strange: [{ code: 'other-company' }], effect: { is: 'new' } })
  expect((await take(id, { accept: [file!.id] })).map(({ refusal }) => refusal?.code)).toEqual(['other-company'])
  expect((await take(id, { ours: [file!.id] })).map(({ status }) => status)).toEqual(['imported'])
  const sum = file?.ok ? file.read.amount : 0
  expect((await getWeek(WEEK)).checks.sourcesIn).toBe(before + sum)
  const newer = changed(BOLT, (text) => `${ofOther(text)}\n\n`, name)
  const [again] = (await previewDrop(await drop([newer]), NOW)).files
  expect(again?.ok && again.read.strange).toEqual([])
})

test('a file whose week nobody knows is given one, and can be given another, before it is taken in', async () => {
  const undated = changed(BOLT, (text) => `${text}\n\n\n\n`, 'bolt.csv')
  const id = await drop([undated], false)
  expect((await previewDrop(id, NOW)).files).toMatchObject([{ ok: false, refusal: { code: 'period-missing' } }])
  await carry((change) => setFileWeek(change, id, '0-0', readWeek('2026-W20')))
  await carry((change) => setFileWeek(change, id, '0-0', readWeek('2026-W24')))
  const [file] = (await previewDrop(id, NOW)).files
  expect(file).toMatchObject({ ok: true, saidWeek: '2026-06-08', read: { week: '2026-06-08' } })
  expect(file?.ok && file.read.strange.map(({ code }) => code)).not.toContain('week-of-page')
  await expect(carry((change) => setFileWeek(change, id, '7-0', WEEK))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('the order of files in a drop never changes a cent, but for what a person chose', async () => {
  const again = changed(BOLT, (text) => text.replace('"70.30"', '"60.30"'), 'x.csv')
  const lines = readFileSync(`${FOLDER}/${BOLT}`, 'utf8').trimEnd().split('\n')
  const files = [
    sample(UBER),
    changed(BOLT, (text) => `${text}\n\n\n\n\n`),
    changed(BOLT, () => lines.filter((_, index) => index !== 3).join('\n'), basename(BOLT).replace('.csv', ' (1).csv')),
    changed(
      BOLT,
      (text) => text.replaceAll(/,"[0-9a-f]{8}(-)/g, ',"77777777$1'),
      'Ganhos por motorista-2026W23-QUARTA, LDA.csv',
    ),
    sample(TOLLS),
    sample(MONTH_OF_TOLLS),
    again,
  ]
  const undo = new Error('looked at')
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(files, { minLength: files.length }), async (order) => {
      await carry(async (change) => {
        const id = await saveDrop(change, order, WEEK)
        const { files: shown, versions } = await previewDrop(id, change.now, change.tx)
        const ours = shown.filter(({ name }) => name.includes('QUARTA')).map((file) => file.id)
        const chosen = shown.filter(({ name }) => name.includes('(1)')).map((file) => file.id)
        expect(versions).toHaveLength(1)
        await importDrop(change, id, { ...NOTHING, ours, versions: chosen })
        const { checks, statements } = await getWeek(WEEK, change.tx)
        seen.add(JSON.stringify([checks, statements.map(({ driver, settlement }) => [driver.ref, settlement?.net])]))
        throw undo
      }).catch((error: unknown) => expect(error).toBe(undo))
    }),
    { numRuns: 8 },
  )
  expect(seen.size).toBe(1)
})
