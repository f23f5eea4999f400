import { rmSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { fieldKeysPath } from '#platform/field-keys.server.ts'
import { FieldFault } from '#platform/field-seal.server.ts'
import { aFleet, asOwner } from '#test/factories.ts'
import { db } from './client.server.ts'
import { openOf, sealColumns, sealFor } from './sealed-columns.server.ts'

const OWNER = process.env['DATABASE_OWNER_URL']!
const IBAN = 'PT50000201231234567890154'
const ibans = () => db.selectFrom('driver_ibans').selectAll().orderBy('id').execute()

/** Writes rows as an older program left them, before it sealed anything. */
const makePlain = (where = 'true') =>
  asOwner(`alter table driver_ibans drop constraint if exists driver_ibans_are_sealed;
    update driver_ibans set iban = convert_to('${IBAN}', 'UTF8'), iban_index = null, iban_ends = null, iban_valid = null
    where ${where}`)

test('a sealed value opens on its own record alone, and not when one of its bits was changed', () => {
  const sealed = sealFor('driver_ibans.iban', 'ana', IBAN)
  expect(openOf('driver_ibans.iban', 'ana', sealed)).toBe(IBAN)
  expect(() => openOf('driver_ibans.iban', 'rui', sealed)).toThrow(FieldFault)
  expect(() => openOf('batch_payments.iban', 'ana', sealed)).toThrow(FieldFault)
  for (let at = 0; at < sealed.length; at++) {
    const other = Buffer.from(sealed)
    other[at]! ^= 1
    expect(() => openOf('driver_ibans.iban', 'ana', other), String(at)).toThrow(FieldFault)
  }
  expect(sealed.includes(IBAN)).toBe(false)
  expect(sealFor('driver_ibans.iban', 'ana', IBAN).equals(sealed)).toBe(false)
})

test('what an earlier program wrote plain is sealed before anything is served, and reads as it did', async () => {
  await aFleet()
  await makePlain()
  await Promise.all([sealColumns(OWNER), sealColumns(OWNER)])
  for (const { driver_id, iban, iban_ends, iban_valid } of await ibans()) {
    expect(openOf('driver_ibans.iban', driver_id, iban)).toBe(IBAN)
    expect({ iban_ends, iban_valid }).toEqual({ iban_ends: IBAN.slice(-4), iban_valid: true })
  }
})

test('a start that was killed in the middle goes on, and touches nothing that is sealed', async () => {
  const before = await ibans()
  await makePlain(`id = (select max(id) from driver_ibans)`)
  await sealColumns(OWNER)
  const after = await ibans()
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
  expect(openOf('driver_ibans.iban', after.at(-1)!.driver_id, after.at(-1)!.iban)).toBe(IBAN)
})

test('an account can be sealed anew but not become another one, whoever owns the tables', async () => {
  const owner = new pg.Client({ connectionString: OWNER })
  await owner.connect()
  const [{ id, driver_id }] = (await ibans()) as [Awaited<ReturnType<typeof ibans>>[number]]
  const write = (column: string, value: Buffer) =>
    owner.query(`update driver_ibans set ${column} = $2 where id = $1`, [id, value])
  await write('iban', sealFor('driver_ibans.iban', driver_id, IBAN))
  await expect(write('iban_index', Buffer.from('another'))).rejects.toThrow('never changed')
  await owner.end()
})

test('without its keys nothing starts, and the refusal names them', async () => {
  await sealColumns(OWNER)
  rmSync(fieldKeysPath()!)
  await expect(sealColumns(OWNER)).rejects.toMatchObject({ code: 'keys.missing' })
})
