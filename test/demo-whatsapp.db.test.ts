import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { sendByWhatsApp } from '#demo/whatsapp.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'volante-demo-whatsapp-'))
beforeEach(() => vi.stubEnv('VOLANTE_DATA', folder))
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the demonstration has a driver who reads WhatsApp, and one message that fell back to the mail', async () => {
  const id = (await aFleet()).driver('D1')
  const uid = await anAccount('ana@example.org', 'driver', id)
  await db
    .updateTable('drivers')
    .set({ uid, phone: '912 345 678', email: 'ana@example.org' })
    .where('id', '=', id)
    .execute()
  for (const week of ['2026-05-18', '2026-05-25', '2026-06-01'])
    await makeChange((change) => writeNotices(change, [id], { kind: 'statement-issued', week }))
  await sendByWhatsApp(Temporal.Now.instant(), id)
  const rows = await db.selectFrom('whatsapp_outbox').select(['state', 'reason', 'billable']).orderBy('id').execute()
  expect(rows).toEqual([
    { state: 'read', reason: null, billable: true },
    { state: 'delivered', reason: null, billable: true },
    { state: 'failed', reason: '131026', billable: null },
  ])
  const [mail] = await db.selectFrom('mail_outbox').select(['state', 'next_try_at']).execute()
  expect(mail!.state).toBe('waiting')
  expect(Temporal.Instant.compare(mail!.next_try_at, Temporal.Now.instant())).toBeLessThan(0)
})
