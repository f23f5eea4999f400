import { beforeEach, expect, test } from 'vitest'
import type { FileToRead } from '#domain/import.ts'
import { takeBack } from '#features/weeks/answers/commands.server.ts'
import { importDrop, saveDrop } from '#features/imports/drops/commands.server.ts'
import { readDrop } from '#features/imports/drops/queries.server.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { MONDAY, WEEK, aFleet, makeChange, edited, publicFile } from '#test/factories.ts'
import { askRefusedAgain, waiveRefused } from './commands.server.ts'
import { countRefusedFiles, listOpenRefusals, listRefusedFiles } from './queries.server.ts'

const ELECTRIC = publicFile('prio_electric')
const FUEL = publicFile('Transacoes_Frota')
const broken = edited(ELECTRIC, (text) => text.replace('10.85', '1O.85'))
const NOTHING = { accept: [], ours: [], leave: [], versions: [] }

let at = MONDAY
const later = () => (at = at.add({ minutes: 1 }))
const drop = (files: readonly FileToRead[], week: typeof WEEK | null = WEEK) =>
  makeChange((change) => saveDrop(change, files, week), { at: later() })
const take = (id: string) => makeChange((change) => importDrop(change, id, NOTHING), { at: later() })
const page = () => getWeekPage(WEEK, MONDAY)
const asked = async () =>
  (await page()).questions.flatMap((one) =>
    one.kind === 'refused-file' ? [`${one.file.source} ${one.file.name}`] : [],
  )
const card = async () => (await page()).sources.find(({ source }) => source === 'prio')

beforeEach(async () => void (await aFleet()))

test('a file that cannot be read is a question of its week from the drop on, until another one of its report is in', async () => {
  const id = await drop([broken, FUEL])
  expect(await asked()).toEqual([`prio ${ELECTRIC.name}`])
  expect(await listOpenRefusals([WEEK])).toEqual([{ week: WEEK, source: 'prio' }])
  await take(id)
  // The other list of the same source in the same drop does not answer the question.
  expect(await asked()).toEqual([`prio ${ELECTRIC.name}`])
  expect(await card()).toMatchObject({ unread: 1, missing: false })
  expect((await page()).approval.unread).toEqual([ELECTRIC.name])

  const [whole] = await take(await drop([{ ...ELECTRIC, name: 'Prio electric.csv' }]))
  expect([await asked(), await listOpenRefusals([WEEK])]).toEqual([[], []])
  expect(await card()).toMatchObject({ unread: 0 })
  await makeChange((change) => undoImport(change, whole!.importId!), { at: later() })
  expect(await asked()).toEqual([`prio ${ELECTRIC.name}`])
})

test('a file that is not needed asks no more, and is asked about again when that is taken back where it was said', async () => {
  const picture: FileToRead = { name: 'foto.jpg', bytes: Buffer.from('ffd8ffe000104a46494600', 'hex') }
  await drop([picture])
  const [{ id: file } = { id: 0 }] = await listRefusedFiles(5)
  expect(await asked()).toEqual(['null foto.jpg'])
  await makeChange((change) => waiveRefused(change, file))
  await expect(makeChange((change) => waiveRefused(change, file))).rejects.toMatchObject({ code: 'record.not-found' })
  // Dropped again, it is the same question, with the same answer.
  await drop([picture])
  expect([await asked(), (await listRefusedFiles(5)).map(({ state }) => state)]).toEqual([[], ['waived']])

  const [answer] = (await page()).answers
  expect(answer).toMatchObject({ kind: 'refused-file', name: 'foto.jpg' })
  await makeChange((change) => takeBack(change, answer!.id))
  expect(await asked()).toEqual(['null foto.jpg'])
  await expect(makeChange((change) => askRefusedAgain(change, file))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('the name of a refused file says its week before the page does, and a report with nothing for the accounts asks nothing', async () => {
  const damaged = edited(
    publicFile('25 mai'),
    (text) => text.replace(/"(\d+)\.(\d\d)"/, '"$1.x$2"'),
    publicFile('25 mai').name,
  )
  const cars: FileToRead = {
    name: '20260601-20260608-vehicle_performance-X.csv',
    bytes: Buffer.from('UUID do motorista,Nome próprio do motorista,Viagens concluídas\n1,a,2\n'),
  }
  await drop([damaged], null)
  expect((await listRefusedFiles(5)).map(({ week, source }) => [week, source])).toEqual([['2026-05-25', 'bolt']])
  const { files } = await readDrop(await drop([cars], null))
  expect(files.map(({ result }) => (result.ok ? null : result.code))).toEqual(['kind-not-supported'])
  expect(await listRefusedFiles(5)).toHaveLength(1)
})

test('however many are shown, all files that wait are counted', async () => {
  const pictures = [1, 2, 3].map((nth) => ({
    name: `${nth}.jpg`,
    bytes: Buffer.from(`ffd8ffe000104a464946000${nth}`, 'hex'),
  }))
  await drop(pictures)
  expect([(await listRefusedFiles(2)).length, await countRefusedFiles()]).toEqual([2, 3])
  const [{ id: first } = { id: 0 }] = await listRefusedFiles(1)
  await makeChange((change) => waiveRefused(change, first))
  expect(await countRefusedFiles()).toBe(2)
})
