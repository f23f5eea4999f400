import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { getMail } from '#features/mail/queries.server.ts'
import { getOverview, shownNeed } from '#features/weeks/overview/queries.server.ts'
import { translator } from '#messages/translate.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { chooseDigest, sendDigests } from './commands.server.ts'
import { findRhythm } from './queries.server.ts'

/** A Monday at seven in Lisbon, in summer. */
const SEVEN = Temporal.Instant.from('2026-06-08T06:00:00Z')
const later = (minutes: number) => SEVEN.add({ minutes })
const admin = (uid: string) => ({ uid, role: 'admin' })

async function person(uid: string, scopes: readonly string[], language = 'pt') {
  await db
    .insertInto('users')
    .values({ uid, email: `${uid}@frota.example`, role: 'admin', scopes: [...scopes], language })
    .execute()
  await asOwner(`update users set created_at = '2026-01-01' where uid = '${uid}'`)
}

async function mails() {
  const rows = await db.selectFrom('mail_outbox').selectAll().where('template', '=', 'digest').orderBy('id').execute()
  return rows.map(({ id, recipient, params, language }) => ({
    id,
    to: recipient.split('@')[0],
    language,
    lines: (Object(params).lines as { what: string; to: string }[]).map(({ what }) => what),
  }))
}

beforeEach(async () => {
  await aFleet()
})

test('on Monday at seven each is mailed what the first page says, of what that one may answer, once', async () => {
  await person('dona', ['owner'], 'en')
  await person('frota', ['operations'])
  await person('contas', ['accountant'])
  await asOwner(`update company set debtor_iban = null`)
  await sendDigests(SEVEN.subtract({ minutes: 1 }))
  expect(await mails()).toEqual([])
  await Promise.all([sendDigests(SEVEN), sendDigests(SEVEN)])
  await sendDigests(later(15))
  const { needs } = await getOverview(SEVEN)
  const [dona, frota, ...others] = await mails()
  expect(others).toEqual([])
  expect(dona).toMatchObject({ to: 'dona', language: 'en' })
  expect(dona!.lines).toEqual(needs.map((need) => shownNeed(need, translator('en')).what))
  expect(frota!.lines.length).toBeGreaterThan(0)
  expect(frota!.lines.length).toBeLessThan(dona!.lines.length)
  const { parts } = await getMail(dona!.id)
  expect(parts!.text).toContain('/en/admin')
  expect(parts!.text).not.toMatch(/€|PT50/)
})

test('whoever chose every day is mailed every day, whoever chose never never, and a choice counts from the next moment on', async () => {
  await person('dia', ['owner'])
  await person('nunca', ['owner'])
  await makeChange((change) => chooseDigest(change, admin('nunca'), { rhythm: 'off' }), { at: later(-60) })
  await makeChange((change) => chooseDigest(change, admin('dia'), { rhythm: 'daily' }), { at: later(60) })
  expect(await findRhythm('dia')).toBe('daily')
  await sendDigests(later(90))
  expect(await mails()).toEqual([])
  await sendDigests(later(24 * 60))
  await sendDigests(later(24 * 60 + 15))
  await sendDigests(later(48 * 60))
  expect((await mails()).map(({ to }) => to)).toEqual(['dia', 'dia'])
  await expect(
    makeChange((change) => chooseDigest(change, { uid: 'dia', role: 'driver' }, { rhythm: 'off' })),
  ).rejects.toMatchObject({ code: 'record.not-found' })
})

test('where nothing waits at its hour there is no mail that day, whatever comes later', async () => {
  await person('mensagens', ['operations'])
  // Without drivers nothing else is known, and the first file of the fleet is the first thing to ask for.
  await asOwner(`update drivers set removed_at = now(), status = 'inactive'`)
  await sendDigests(SEVEN)
  await asOwner(`update drivers set removed_at = null, status = 'active'`)
  expect((await getOverview(later(15))).needs).not.toEqual([])
  await sendDigests(later(15))
  expect(await mails()).toEqual([])
})

test('the office may leave the digest out for everybody, and an account that is closed gets none', async () => {
  await person('dona', ['owner'])
  await person('saiu', ['owner'])
  await asOwner(`update users set disabled = true where uid = 'saiu'`)
  await asOwner(`insert into notice_rules (event, channel, off_since) values ('digest', 'mail', now())`)
  await sendDigests(SEVEN)
  expect(await mails()).toEqual([])
  await asOwner(`delete from notice_rules`)
  await sendDigests(later(15))
  expect((await mails()).map(({ to }) => to)).toEqual(['dona'])
})
