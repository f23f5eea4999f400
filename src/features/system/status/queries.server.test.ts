import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { BackupState, ListedBackup } from '#features/system/backups/schema.ts'
import { system as en } from '#messages/en/page/system.ts'
import { system as pt } from '#messages/pt/page/system.ts'
import { listSettings } from '#platform/env.server.ts'
import { anchorsPath } from '#features/audit/audit-chain/queries.server.ts'
import { noteHead } from '#features/audit/audit-chain/commands.server.ts'
import { readGauges } from '#features/system/gauges/queries.server.ts'
import { MONDAY, aFleet, asOwner } from '#test/factories.ts'
import { checksOf, findSystemStatus } from './queries.server.ts'
import { readFileSync } from 'node:fs'
import { SENTENCES, isTrouble } from './schema.ts'

const LAST: ListedBackup = {
  id: 1,
  startedAt: MONDAY.toString(),
  folder: '/mnt/copies',
  name: 'volante-1.backup',
  bytes: 1,
  rows: 1,
  files: 1,
  missing: 0,
  isThere: true,
}
const DRILL = {
  startedAt: MONDAY.toString(),
  milliseconds: 1,
  backupName: 'volante-1.backup',
  broken: 0,
  compared: 1,
  different: 0,
  failure: null,
}
const WELL: BackupState = {
  failure: null,
  drill: DRILL,
  isOld: false,
  isAtWork: false,
  isAutomatic: true,
  every: 'hour',
  isInDataFolder: false,
  key: { kind: 'passphrase' },
}
const ROOM = { volante_disk_free_bytes: 50e9, volante_disk_size_bytes: 100e9 }
const wordsOf = (
  state: Partial<BackupState> = {},
  figures: Record<string, number> = {},
  last: ListedBackup | null = LAST,
) =>
  checksOf({ last, state: { ...WELL, ...state }, figures: new Map(Object.entries({ ...ROOM, ...figures })) }).map(
    ({ word, tone }) => `${word} ${tone}`,
  )
const trouble = (...given: Parameters<typeof wordsOf>) => wordsOf(...given).filter((word) => !word.endsWith(' ok'))

test('each thing that goes wrong is one line of its own, and a well installation has none', () => {
  expect(trouble()).toEqual([])
  expect(wordsOf()).toHaveLength(Object.keys(SENTENCES).length)
  const failed = (words: string) => ({ failure: { at: MONDAY.toString(), words } })
  expect(trouble(failed('ENOSPC: no space left on device, write'))).toEqual(['copiesFull bad'])
  expect(trouble(failed('EACCES: permission denied'))).toEqual(['copiesFailed bad'])
  expect(trouble({}, {}, null)).toEqual(['copiesNone warn'])
  expect(trouble({}, {}, { ...LAST, isThere: false })).toEqual(['copiesGone bad'])
  expect(trouble({}, {}, { ...LAST, missing: 2 })).toEqual(['copiesMissing bad'])
  expect(trouble({ isOld: true })).toEqual(['copiesOld warn'])
  expect(trouble({ isInDataFolder: true })).toEqual(['placeBeside warn'])
  expect(trouble({ key: { kind: 'own', path: '/data/backup.key' } })).toEqual(['keyOwn warn'])
  expect(wordsOf({ key: { kind: 'file', path: '/etc/key' } })).toContain('keyFile ok')
  expect(trouble({ drill: null })).toEqual(['drillNone warn'])
  expect(trouble({ drill: null, isAutomatic: false })).toEqual(['drillOnDemand warn'])
  expect(trouble({ drill: { ...DRILL, failure: 'no key' } })).toEqual(['drillFailed bad'])
  expect(trouble({ drill: { ...DRILL, different: 1 } })).toEqual(['drillBroken bad'])
  expect(trouble({}, { volante_disk_free_bytes: 5e9 })).toEqual(['spaceLow bad'])
  expect(trouble({}, { volante_mail_oldest_seconds: 301, volante_mail_waiting: 1 })).toEqual(['messagesLate warn'])
  expect(trouble({}, { volante_mail_dead: 1 })).toEqual(['messagesLost bad'])
  expect(trouble({}, { volante_queue_failed_jobs: 1 })).toEqual(['workLost bad'])
  expect(trouble({}, { volante_audit_unanchored_events: 1 })).toEqual(['logLate warn'])
  expect(trouble({}, { volante_audit_unanchored_events: 1, volante_audit_anchor_age_seconds: 60 })).toEqual([])
})

test('every sentence of a trouble says what to do, in both languages, and no word of the page is of the machine', () => {
  const sentences = Object.values(SENTENCES).flat()
  for (const words of [pt, en]) {
    expect(Object.keys(words.checks.said).toSorted()).toEqual(sentences.toSorted())
    expect(Object.keys(words.checks.act).toSorted()).toEqual(sentences.filter(isTrouble).toSorted())
    const page = JSON.stringify(words)
    for (const { name } of listSettings()) expect(page, name).not.toMatch(new RegExp(`\\b${name}\\b`))
    expect(page).not.toMatch(
      /[A-Z]{2,}_[A-Z]|\/\w|\\\\|\bvolante \w|--\w|\.(key|backup|env)\b|\{path\}|\bPostgreSQL\b|\bpasta\b|\bfolder\b/i,
    )
  }
  // Nor does the page's own code use a value that would bring such a word.
  const screen = readFileSync('src/web/routes/admin/system.tsx', 'utf8')
  expect(screen).not.toMatch(/<code>|\.folder|\.path|failure\.words|\.backupName/)
})

test('what the log lacks a proof of, and how late positions come, is read from where it is kept', async () => {
  await aFleet()
  const now = Temporal.Now.instant()
  const figuresAt = async (at: Temporal.Instant) =>
    new Map((await readGauges(at)).map(({ name, value }) => [name.replace('volante_', ''), value]))
  const before = await figuresAt(now)
  expect(before.get('audit_anchor_age_seconds')).toBeNull()
  expect(before.get('positions_lag_seconds')).toBeNull()
  const head = await db.selectFrom('audit_head').select('seq').executeTakeFirst()
  expect(before.get('audit_unanchored_events')).toBe(head?.seq ?? 0)
  await noteHead(now)
  expect(readFileSync(anchorsPath(), 'utf8')).toContain(`${head?.seq}:`)
  const after = await figuresAt(now.add({ hours: 30 }))
  expect(Math.round(after.get('audit_anchor_age_seconds') ?? 0)).toBe(30 * 3_600)
  expect(after.get('audit_unanchored_events')).toBe(0)
  // Two cars that send, one of them just out of a tunnel, and a file of yesterday.
  for (const [behind, device] of [
    ['4 seconds', 1],
    ['6 seconds', 2],
    ['50 minutes', 3],
    ['1 day', 4],
  ] as const)
    await asOwner(`insert into positions.last (device, at, vehicle_id, lat, lon, received_at)
      values (${device}, now() - interval '${behind}', gen_random_uuid(), 387000000, -91000000, now())`)
  expect(Math.round((await figuresAt(now)).get('positions_lag_seconds') ?? 0)).toBe(6)
  await asOwner('delete from positions.last')
  expect((await findSystemStatus(now)).checks.find(({ name }) => name === 'log')).toMatchObject({ tone: 'ok' })
})
