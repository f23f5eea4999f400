import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { openOf, sealedNif } from '#db/sealed-columns.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { addFieldKey, dropFieldKeys, keyRing } from '#platform/field-keys.server.ts'
import { MONDAY, aFleet, makeChange, type Fleet } from '#test/factories.ts'
import { dropKeys, listKeyUses, rotateKeys } from './commands.server.ts'

const PAPER = Buffer.from('Cartão de cidadão')
const LATER = MONDAY.add({ hours: 24 * 365 * 20 })
let fleet: Fleet
let paper: string

beforeAll(async () => {
  fleet = await aFleet()
  const id = fleet.driver('D1')
  await db
    .updateTable('drivers')
    .set(sealedNif('drivers.nif', id, '299999998'))
    .where('id', '=', id)
    .execute()
  paper = await makeChange((change) => saveFile(change.tx, PAPER, 'text/plain'))
})

/** All sealed values, opened. */
async function opened() {
  const [ibans, nif, kept] = await Promise.all([
    db.selectFrom('driver_ibans').selectAll().orderBy('id').execute(),
    getDriver(fleet.driver('D1')).then((driver) => driver.nif),
    readKeptFile(paper),
  ])
  return {
    ibans: ibans.map((one) => openOf('driver_ibans.iban', one.driver_id, one.iban)),
    nif,
    kept: Buffer.from(kept).toString(),
  }
}

test('everything is sealed with the fresh key and reads as it did; the old key is then needed by nothing', async () => {
  const before = await opened()
  const [{ id: old }] = keyRing().keys
  const { key, resumed, files } = await rotateKeys(MONDAY)
  expect({ resumed, files }).toEqual({ resumed: false, files: 1 })
  const uses = await listKeyUses()
  expect(uses.map(({ id }) => id)).toEqual([key, old])
  expect(uses[0]!.values).toBe(10)
  expect(uses[1]).toMatchObject({ values: 0, files: 0 })
  expect(await opened()).toEqual(before)

  await expect(dropKeys(Temporal.Now.instant())).rejects.toMatchObject({ code: 'keys.fresh' })
  expect(await dropKeys(LATER)).toEqual([old])
  expect(keyRing().keys.map(({ id }) => id)).toEqual([key])
  expect(await opened()).toEqual(before)
})

test('a key change that was stopped goes on with the key it had begun with, while somebody writes', async () => {
  const before = await opened()
  // A rotation that was begun and killed: the new key exists, and half of the values have it.
  const key = addFieldKey()
  const [one] = await db.selectFrom('drivers').select('id').where('nif', 'is not', null).limit(1).execute()
  const again = rotateKeys(MONDAY)
  const writing = makeChange(async ({ tx }) => {
    await tx.updateTable('drivers').set({ notes: 'entretanto' }).where('id', '=', one!.id).execute()
  })
  const [done] = await Promise.all([again, writing])
  expect(done).toMatchObject({ key, resumed: true })
  expect((await listKeyUses()).map(({ id, values, files }) => [id === key, values + files > 0])).toEqual([
    [true, true],
    [false, false],
  ])
  expect(await opened()).toEqual(before)
})

test('a key that something is sealed with is not taken away, and without it nothing reads as if it were empty', async () => {
  const [{ id }] = keyRing().keys
  addFieldKey()
  expect(await dropKeys(LATER)).not.toContain(id)
  expect(keyRing().keys.map((key) => key.id)).toContain(id)
  await rotateKeys(MONDAY)
  dropFieldKeys(new Set([id]))
  expect((await opened()).kept).toBe(String(PAPER))
})
