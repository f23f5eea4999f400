import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { overdue } from '#domain/retention.ts'
import { aFleet, emptyDatabase } from '#test/factories.ts'
import { keepUp } from './commands.server.ts'
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
})

/** A copy as the list and the folder would have it, of which only its age matters. */
async function anOldCopy(at: Temporal.Instant): Promise<void> {
  const name = nameOf(at)
  writeFileSync(join(folder, name), 'velha')
  await db
    .insertInto('backups')
    .values({
      ...{ started_at: at.toString(), ended_at: at.toString(), folder, name, bytes: 5, sha256: '' },
      ...{ table_rows: 1, files: 0, missing_files: 0 },
    })
    .execute()
}

test('the copy of the night is made once a night, and gives up those that need not stay', async () => {
  const old = Array.from({ length: 16 }, (_, ago) => later(-24 * (60 + ago)))
  for (const at of old) await anOldCopy(at)
  const killed = join(folder, `.${nameOf(later(-48))}.${crypto.randomUUID()}`)
  writeFileSync(killed, 'meia')
  utimesSync(killed, 0, 0)
  expect(await keepUp(NIGHT)).toBe(true)
  expect(await keepUp(later(1))).toBe(false)
  expect(await keepUp(later(24))).toBe(true)
  const gone = overdue([...old, NIGHT, later(24)], later(24)).map(nameOf)
  expect(gone.length).toBeGreaterThan(0)
  const left = [...old, NIGHT, later(24)].map(nameOf).filter((name) => !gone.includes(name))
  expect(readdirSync(folder).toSorted()).toEqual(left.toSorted())
  expect((await listBackups()).map(({ name }) => name).toSorted()).toEqual(left.toSorted())
})

test('without a place for them, and not in production, no copy is made that nobody asked for', async () => {
  process.env['BACKUP_TO'] = ''
  expect(await keepUp(NIGHT)).toBe(false)
})

test('what could not be made is said until one is made, and so is that the last one is old', async () => {
  expect(await getBackupState(NIGHT)).toMatchObject({ failure: null, isOld: false, isAtWork: false })
  process.env['BACKUP_TO'] = join(folder, 'a-file')
  writeFileSync(join(folder, 'a-file'), '')
  await expect(keepUp(NIGHT)).rejects.toThrow('EEXIST')
  expect((await getBackupState(NIGHT)).failure?.words).toContain('EEXIST')
  process.env['BACKUP_TO'] = folder
  await keepUp(later(1))
  expect(await getBackupState(later(2))).toMatchObject({ failure: null, isOld: false })
  expect(await getBackupState(later(28))).toMatchObject({ isOld: true })
})
