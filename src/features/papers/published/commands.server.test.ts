import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { addPaper, takeBackPaper } from '#features/papers/commands.server.ts'
import { readOwnPaperFile } from '#features/papers/queries.server.ts'
import { type Fleet, MONDAY, aFleet, makeChange } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { confirmReading, publishPaper, withdrawPublication } from './commands.server.ts'
import { listPublished, readersOf } from './queries.server.ts'

let fleet: Fleet
let driver: OwnDriverId
beforeEach(async () => {
  fleet = await aFleet()
  driver = fleet.driver('D1') as OwnDriverId
})

const rules = (name = 'a') =>
  makeChange((change) =>
    addPaper(change, { holder: 'company' }, 'house-rules', {
      number: '',
      issuedOn: '2026-06-01',
      expiresOn: null,
      files: [new File([pdfBytes(name)], 'a.pdf')],
    }),
  )
const publish = (id: string) => makeChange((change) => publishPaper(change, id))
const read = (id: string, who = driver) => makeChange((change) => confirmReading(change, who, id))

test('a paper of the operator is shown to every driver once it is published, and each says that it was read', async () => {
  const id = await rules()
  await expect(readOwnPaperFile(id, driver, MONDAY)).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(read(id)).rejects.toMatchObject({ code: 'record.not-found' })
  await publish(id)
  expect((await readOwnPaperFile(id, driver, MONDAY)).mediaType).toBe('application/pdf')
  expect(await listPublished(driver)).toMatchObject([{ id, readAt: null }])
  const { notices } = await listNotices(driver, { limit: 9, before: null })
  expect(notices[0]?.facts).toMatchObject({ kind: 'paper', event: 'published' })
  await read(id)
  await read(id)
  expect(await listPublished(driver)).toMatchObject([{ readAt: String(MONDAY) }])
  const { count, of, unread } = await readersOf(id)
  expect([count, of - unread.length]).toEqual([1, 1])
  expect(unread.map((one) => one.id)).not.toContain(driver)
})

test('what was taken back, hidden or replaced is read no more, and another one is published anew', async () => {
  const first = await rules()
  await publish(first)
  await read(first)
  const second = await rules('b')
  expect(await listPublished(driver)).toEqual([])
  await publish(second)
  expect(await listPublished(driver)).toMatchObject([{ id: second, readAt: null }])
  await makeChange((change) => withdrawPublication(change, second))
  expect(await listPublished(driver)).toEqual([])
  await publish(second)
  await makeChange((change) => takeBackPaper(change, second, 'versão errada'))
  await expect(readOwnPaperFile(second, driver, MONDAY)).rejects.toMatchObject({ code: 'record.not-found' })
})

test('nobody publishes the paper of a driver, one without a file, or one twice', async () => {
  const own = await makeChange((change) =>
    addPaper(change, { holder: 'driver', id: driver }, 'photo', {
      number: '',
      issuedOn: null,
      expiresOn: null,
      files: [new File([pdfBytes()], 'a.pdf')],
    }),
  )
  await expect(publish(own)).rejects.toMatchObject({ code: 'record.not-found' })
  const bare = await makeChange((change) =>
    addPaper(change, { holder: 'company' }, 'operator-licence', {
      number: '12/2026',
      issuedOn: null,
      expiresOn: '2030-01-01',
      files: [],
    }),
  )
  await expect(publish(bare)).rejects.toMatchObject({ code: 'paper.file-missing' })
  const id = await rules()
  await publish(id)
  await expect(publish(id)).rejects.toMatchObject({ code: 'paper.answered' })
})

test('the papers of the car are read by whoever has it, while they have it', async () => {
  const car = fleet.vehicle('ZX11TA')
  const id = await makeChange((change) =>
    addPaper(change, { holder: 'car', id: car }, 'car-insurance', {
      number: '1',
      issuedOn: '2026-01-01',
      expiresOn: '2027-01-01',
      files: [new File([pdfBytes('seguro')], 'a.pdf')],
    }),
  )
  const { driver_id: holder } = await db
    .selectFrom('assignments')
    .select('driver_id')
    .where('vehicle_id', '=', car)
    .executeTakeFirstOrThrow()
  expect((await readOwnPaperFile(id, holder as OwnDriverId, MONDAY)).mediaType).toBe('application/pdf')
  const other = (await db.selectFrom('drivers').select('id').where('id', '<>', holder).executeTakeFirstOrThrow()).id
  await expect(readOwnPaperFile(id, other as OwnDriverId, MONDAY)).rejects.toMatchObject({ code: 'record.not-found' })
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  await expect(readOwnPaperFile(id, holder as OwnDriverId, MONDAY)).rejects.toMatchObject({ code: 'record.not-found' })
})
