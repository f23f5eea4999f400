import { beforeEach, expect, test } from 'vitest'
import type { FileToRead } from '#domain/import.ts'
import { getImportPage } from '#features/imports/originals/queries.server.ts'
import { previewDrop } from '#features/imports/previews/queries.server.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { MONDAY, WEEK, aFleet, makeChange, edited, publicFile, textOf } from '#test/factories.ts'
import { forgetDrop, importDrop, saveDrop, setFileWeek } from './commands.server.ts'
import { listNamesOfDrop, listWaitingDrops } from './queries.server.ts'
import { DROP_KEPT_DAYS } from './schema.ts'

const UBER = publicFile('payments_driver')
const TOLLS = publicFile('Movimentos_')
const PICTURE: FileToRead = { name: 'foto.jpg', bytes: Buffer.from('ffd8ffe000104a46494600', 'hex') }
const NOTHING = { accept: [], ours: [], leave: [], versions: [] }

let at = MONDAY
const drop = (files: readonly FileToRead[], week: typeof WEEK | null = null) =>
  makeChange((change) => saveDrop(change, files, week), { at: (at = at.add({ minutes: 1 })) })
const take = (id: string) => makeChange((change) => importDrop(change, id, NOTHING))
const waiting = async (now = at) => (await listWaitingDrops(now)).map(({ id }) => id)

beforeEach(async () => {
  at = MONDAY
  await aFleet()
})

test('files that were looked at and left are listed, the newest first, with what their names say', async () => {
  const older = await drop([TOLLS])
  const newer = await drop([UBER, TOLLS])
  expect(await listWaitingDrops(at)).toMatchObject([
    { id: newer, at: at.toString(), names: [UBER.name, TOLLS.name], sources: ['uber', 'viaverde'], weeks: [WEEK] },
    { id: older, names: [TOLLS.name], sources: ['viaverde'] },
  ])
})

test('files that came in, can only be refused, or are kept no more wait for nobody', async () => {
  const left = await drop([UBER])
  await drop([PICTURE])
  expect(await waiting()).toEqual([left])
  const kept = { hours: 24 * DROP_KEPT_DAYS }
  expect(await waiting(at.add(kept).subtract({ minutes: 1 }))).toEqual([left])
  expect(await waiting(at.add(kept))).toEqual([])

  const taken = await drop([TOLLS])
  await take(taken)
  expect(await waiting()).toEqual([left])
  // Another drop brought the same report: the waiting one has nothing left to bring.
  await take(await drop([UBER]))
  expect(await waiting()).toEqual([])
})

test('a file that only lacks its week waits from when somebody says it', async () => {
  const undated = await drop([{ ...UBER, name: 'uber.csv' }])
  expect(await waiting()).toEqual([])
  await makeChange((change) => setFileWeek(change, undated, '0-0', WEEK))
  expect(await listWaitingDrops(at)).toMatchObject([{ id: undated, sources: ['uber'], weeks: [WEEK] }])
})

test('files that nobody needs are put away at once; what was taken in is not', async () => {
  const left = await drop([UBER])
  expect(await listNamesOfDrop(left)).toEqual([UBER.name])
  await makeChange((change) => forgetDrop(change, left))
  expect(await waiting()).toEqual([])
  await expect(previewDrop(left, at)).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(makeChange((change) => forgetDrop(change, left))).rejects.toMatchObject({ code: 'record.not-found' })

  const taken = await drop([TOLLS])
  await take(taken)
  await expect(listNamesOfDrop(taken)).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(makeChange((change) => forgetDrop(change, taken))).rejects.toMatchObject({ code: 'record.not-found' })
  expect((await previewDrop(taken, at)).files).toHaveLength(1)
})

test('a drop opened again says of each file whether its import was undone', async () => {
  const id = await drop([UBER, TOLLS])
  const undone = async () =>
    (await previewDrop(id, at)).files.map((file) => file.ok && [file.read.effect.is, file.read.undoneAt])
  expect(await undone()).toEqual([
    ['new', null],
    ['joins', null],
  ])
  const [uber] = await take(id)
  expect(await undone()).toEqual([
    ['same', null],
    ['same', null],
  ])
  await makeChange((change) => undoImport(change, uber!.importId!))
  expect(await undone()).toEqual([
    ['new', MONDAY.toString()],
    ['same', null],
  ])
  await take(id)
  expect(await undone()).toEqual([
    ['same', null],
    ['same', null],
  ])
})

test('a line that the file prints twice is told apart from one that was there before', async () => {
  const list = publicFile('prio_electric')
  const line = textOf(list)
    .split('\n')
    .find((text) => text.includes('10.85'))!
  const id = await drop([edited(list, (text) => text.replace(line, `${line}\n${line}`))])
  const [file] = (await previewDrop(id, at)).files
  expect(file?.ok && file.read.effect).toMatchObject({ is: 'joins', present: 0, printedTwice: 1 })
})

test('a list of which some movements are there says what those that are new come to', async () => {
  const list = publicFile('prio_electric')
  const [heading, ...lines] = textOf(list).trimEnd().split('\n')
  const amounts = async (files: FileToRead[]) =>
    (await previewDrop(await drop(files), at)).files.map((file) => file.ok && [file.read.amount, file.read.movements])
  const [[all]] = (await amounts([list])) as [[number, number]]
  const [[part]] = (await amounts([edited(list, () => [heading, ...lines.slice(0, 1)].join('\n'), 'parte.csv')])) as [
    [number, number],
  ]
  await take(await drop([edited(list, () => [heading, ...lines.slice(0, 1)].join('\n'), 'parte.csv')]))
  expect(await amounts([list])).toEqual([[all - part, lines.length - 1]])
  // Two files of one drop: the second adds what the first lacks.
  const other = edited(list, () => [heading, ...lines.slice(0, 2)].join('\n'), 'outra.csv')
  const [[second]] = (await amounts([other])) as [[number, number]]
  expect(await amounts([other, list])).toEqual([
    [second, 1],
    [all - part - second, lines.length - 2],
  ])
  // A file with nothing new says what is there already.
  await take(await drop([list]))
  expect(await amounts([other])).toEqual([[part + second, 2]])
})

test('what Uber transferred to the company stands among the totals of its file', async () => {
  const id = await drop([UBER])
  const [file] = (await previewDrop(id, at)).files
  expect(file?.ok && file.read.totals).toMatchObject({ bank_transfer: -311_874 })
  const [outcome] = await take(id)
  expect((await getImportPage(outcome!.importId!, { page: 1 })).totals).toMatchObject({ bank_transfer: -311_874 })
})
