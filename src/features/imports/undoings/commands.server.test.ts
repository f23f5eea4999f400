import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { type FileOutcome, importFile } from '#features/imports/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import {
  EXPECTED_FIGURES,
  MONDAY,
  PUBLIC_FILES,
  WEEK,
  aFleet,
  makeChange,
  drop,
  dropPublicSet,
  edited,
  figures,
  publicFile,
} from '#test/factories.ts'
import { undoImport, undoTogether } from './commands.server.ts'
import { previewTogether, previewUndo } from './queries.server.ts'

const undo = (id: number) => makeChange((change) => undoImport(change, id))
const seen = async () => figures(await getWeek(WEEK))
const bolt = publicFile('2026W23')
const newerBolt = edited(bolt, (text) =>
  text.replaceAll('"242.84","242.84"', '"252.84","252.84"').replace('"70.30"', '"60.30"').replace('"68.99"', '"58.99"'),
)

test('undoing the only file of a report takes its money out and nothing else', async () => {
  await aFleet()
  const without = await drop(PUBLIC_FILES.filter((file) => file !== bolt)).then(seen)
  const [outcome] = await drop([bolt])
  expect(await seen()).toEqual(EXPECTED_FIGURES)
  const plan = await previewUndo(outcome!.importId!)
  expect([plan.reversed.rows, plan.kept.rows, plan.restored.rows]).toEqual([7, 0, 0])
  await undo(outcome!.importId!)
  expect(await seen()).toEqual(without)
})

test('undoing a newer version brings the earlier one back, to the cent', async () => {
  await aFleet()
  await dropPublicSet()
  const [newer] = await drop([newerBolt])
  expect(await seen()).not.toEqual(EXPECTED_FIGURES)
  expect((await previewUndo(newer!.importId!)).restored.rows).toBe(7)
  await undo(newer!.importId!)
  expect(await seen()).toEqual(EXPECTED_FIGURES)
})

test('what came at one press is taken back at one press, without what came before; the second time nothing is left of it', async () => {
  await aFleet()
  const before = await drop([bolt]).then(seen)
  const outcomes = await makeChange(
    async (change) => {
      const all: FileOutcome[] = []
      for (const file of PUBLIC_FILES) all.push(...(await importFile(change, file, { acceptNotBegun: true })))
      return all
    },
    { at: MONDAY.add({ minutes: 5 }) },
  )
  const { importId } = outcomes.find(({ status }) => status === 'imported')!
  const together = await previewTogether(importId!)
  expect(together.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    outcomes.flatMap(({ status, importId: id }) => (status === 'duplicate' || id === null ? [] : [id])),
  )
  expect(await makeChange((change) => undoTogether(change, importId!))).toBe(together.length)
  expect(await seen()).toEqual(before)
  await expect(makeChange((change) => undoTogether(change, importId!))).rejects.toThrow('import.undone')
  await expect(makeChange((change) => undoTogether(change, 999_999))).rejects.toThrow('record.not-found')
})

test('an undone file may be imported again, and is undone once', async () => {
  await aFleet()
  await dropPublicSet()
  const { id } = await db.selectFrom('imports').select('id').where('kind', '=', 'fuel_card').executeTakeFirstOrThrow()
  await undo(id)
  await expect(undo(id)).rejects.toThrow('import.undone')
  await drop([publicFile('Transacoes_Frota')])
  expect(await seen()).toEqual(EXPECTED_FIGURES)
})

test('rows under an issued statement stay, and a file that is wholly under statements is refused', async () => {
  await aFleet()
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const before = await seen()
  const idOf = async (kind: string) =>
    (await db.selectFrom('imports').select('id').where('kind', '=', kind).orderBy('id').executeTakeFirstOrThrow()).id
  await expect(undo(await idOf('fuel_card'))).rejects.toThrow('import.frozen')

  const electric = await idOf('electric')
  const plan = await undo(electric)
  expect([plan.reversed.rows, plan.kept.rows]).toEqual([1, 11])
  expect((await seen()).drivers).toEqual(before.drivers)
})

test('whatever is imported and undone in whatever order, what is left counts as if it alone had come', async () => {
  const files = [...PUBLIC_FILES.filter(({ name }) => !name.includes('25 mai')), newerBolt]
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(files, { minLength: 3 }),
      fc.array(fc.nat(8), { maxLength: 4 }),
      async (order, undone) => {
        await aFleet()
        const ids = new Map<(typeof files)[number], number>()
        for (const file of order) ids.set(file, (await drop([file]))[0]!.importId!)
        const gone = new Set(undone.flatMap((at) => order[at] ?? []))
        for (const file of gone) await undo(ids.get(file)!)
        const left = await seen()

        await aFleet()
        for (const file of order) if (!gone.has(file)) await drop([file])
        expect(left).toEqual(await seen())
      },
    ),
    { numRuns: 25 },
  )
})
