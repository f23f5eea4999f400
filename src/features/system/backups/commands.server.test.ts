import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { overdue } from '#domain/retention.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { aFleet, emptyDatabase } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { asOperator, becomeHost, operatorOf } from '#platform/operator.ts'
import { drillWords, holdDrillWhenDue, makeBackupWhenDue, noteDrill } from './commands.server.ts'
import { getBackupState, listBackups } from './queries.server.ts'
import { nameOf } from './schema.ts'

const NIGHT = Temporal.Instant.from('2026-11-22T03:10:00Z')
const later = (hours: number) => NIGHT.add({ hours })
let folder: string

beforeEach(async () => {
  await emptyDatabase()
  await aFleet()
  folder = mkdtempSync(join(tmpdir(), 'volante-backups-'))
  process.env['BACKUP_TO'] = folder
  process.env['BACKUP_EVERY'] = 'night'
})

/** A copy in the list and in the folder, of which only the age matters. */
async function anOldCopy(at: Temporal.Instant): Promise<void> {
  const name = nameOf(at)
  writeFileSync(join(folder, name), 'velha')
  await db
    .insertInto('backups')
    .values({
      started_at: at.toString(),
      ended_at: at.toString(),
      folder,
      name,
      bytes: 5,
      sha256: '',
      table_rows: 1,
      files: 0,
      missing_files: 0,
    })
    .execute()
}

test('the copy of the night, where that is set, is made once a night, and gives up those that need not stay', async () => {
  const old = Array.from({ length: 16 }, (_, ago) => later(-24 * (60 + ago)))
  for (const at of old) await anOldCopy(at)
  const killed = join(folder, `.${nameOf(later(-48))}.${crypto.randomUUID()}`)
  writeFileSync(killed, 'meia')
  utimesSync(killed, 0, 0)
  expect(await makeBackupWhenDue(NIGHT)).toBe(true)
  expect(await makeBackupWhenDue(later(1))).toBe(false)
  expect(await makeBackupWhenDue(later(24))).toBe(true)
  const gone = overdue([...old, NIGHT, later(24)], later(24)).map(nameOf)
  expect(gone.length).toBeGreaterThan(0)
  const left = [...old, NIGHT, later(24)].map(nameOf).filter((name) => !gone.includes(name))
  expect(readdirSync(folder).toSorted()).toEqual(left.toSorted())
  expect((await listBackups()).map(({ name }) => name).toSorted()).toEqual(left.toSorted())
})

test('the copy of the hour is made at least once an hour, and those of the last day all stay', async () => {
  process.env['BACKUP_EVERY'] = ''
  const made: boolean[] = []
  for (let minutes = 0; minutes < 120; minutes += 15) made.push(await makeBackupWhenDue(NIGHT.add({ minutes })))
  expect(made).toEqual([true, false, false, true, false, false, true, false])
  expect(readdirSync(folder)).toHaveLength(3)
  expect(await getBackupState(NIGHT.add({ minutes: 125 }))).toMatchObject({ isOld: false, every: 'hour' })
  expect(await getBackupState(NIGHT.add({ minutes: 225 }))).toMatchObject({ isOld: true })
})

test('a copy of a clock that was ahead hinders none of now', async () => {
  await anOldCopy(later(24 * 365))
  expect(await makeBackupWhenDue(NIGHT)).toBe(true)
  expect(await makeBackupWhenDue(NIGHT.add({ minutes: 15 }))).toBe(false)
  expect(await getBackupState(NIGHT)).toMatchObject({ isOld: false })
})

test('a drill is held each month on a copy of that moment; one that fails is said, and the office is told', async () => {
  await anAccount('helena@example.org', 'admin')
  const backup = { name: nameOf(NIGHT), madeAt: NIGHT.toString() }
  const well = { milliseconds: 5, broken: 0, compared: 3, different: 0, failure: null }
  let held = 0
  const hold = (at: Temporal.Instant) => async () => {
    held++
    await noteDrill({ actor: COMMAND_LINE, now: at }, backup, well)
  }
  expect(await holdDrillWhenDue(NIGHT, hold(NIGHT))).toBe(false)
  await makeBackupWhenDue(NIGHT)
  expect(await holdDrillWhenDue(NIGHT, hold(NIGHT))).toBe(true)
  expect(await holdDrillWhenDue(later(24 * 29), hold(NIGHT))).toBe(false)
  expect(await holdDrillWhenDue(later(24 * 30), hold(later(24 * 30)))).toBe(true)
  expect(held).toBe(2)
  expect((await listBackups())[0]!.startedAt).toBe(later(24 * 30).toString())
  expect(await db.selectFrom('mail_outbox').select('template').execute()).toEqual([])

  const now = later(24 * 31)
  await noteDrill({ actor: COMMAND_LINE, now }, backup, { ...well, failure: 'no room' })
  expect((await getBackupState(now)).drill).toMatchObject({ startedAt: now.toString(), failure: 'no room' })
  expect(await db.selectFrom('mail_outbox').select('template').execute()).toEqual([{ template: 'drill-failed' }])
})

test('a drill that ended before it could say anything is noted as failed, and not held again each day', async () => {
  await anAccount('helena@example.org', 'admin')
  await makeBackupWhenDue(NIGHT)
  expect(await holdDrillWhenDue(NIGHT, async () => {})).toBe(true)
  expect((await getBackupState(NIGHT)).drill).toMatchObject({ backupName: nameOf(NIGHT), failure: 'volante drill' })
  expect(await db.selectFrom('mail_outbox').select('template').execute()).toEqual([{ template: 'drill-failed' }])
  expect(await holdDrillWhenDue(later(24), async () => {})).toBe(false)
})

test('in a host the drill is held for the operator whose month it is', () => {
  expect(drillWords()).not.toContain('--operator')
  const back = becomeHost()
  try {
    expect(asOperator(operatorOf('frota', {}), drillWords).slice(-2)).toEqual(['--operator', 'frota'])
  } finally {
    back()
  }
})

test('without a place for them, and not in production, no copy is made that nobody asked for', async () => {
  process.env['BACKUP_TO'] = ''
  expect(await makeBackupWhenDue(NIGHT)).toBe(false)
})

test('a copy that failed is reported until one is made, and so is a last copy that is old', async () => {
  expect(await getBackupState(NIGHT)).toMatchObject({ failure: null, isOld: false, isAtWork: false })
  process.env['BACKUP_TO'] = join(folder, 'a-file')
  writeFileSync(join(folder, 'a-file'), '')
  await expect(makeBackupWhenDue(NIGHT)).rejects.toThrow('EEXIST')
  expect((await getBackupState(NIGHT)).failure?.words).toContain('EEXIST')
  process.env['BACKUP_TO'] = folder
  await makeBackupWhenDue(later(1))
  expect(await getBackupState(later(2))).toMatchObject({ failure: null, isOld: false })
  expect(await getBackupState(later(28))).toMatchObject({ isOld: true })
})
