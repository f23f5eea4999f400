import { db } from '#db/client.server.ts'
import { readPhone } from '#domain/identifiers.ts'
import { isNoticeEvent } from '#domain/notice.ts'
import { ZONE } from '#domain/week.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { tryWhatsAppAt } from '#features/mail/jobs.server.ts'
import { allowWhatsApp, lookAtAccount, setAccount, tellByWhatsApp } from '#features/mail/whatsapp/commands.server.ts'
import { accountInput } from '#features/mail/whatsapp/schema.ts'
import { makeChange } from './change.server.ts'
import { startLocalServices } from './services/local.server.ts'
import { DEMO_WHATSAPP, reportMessageState } from './services/whatsapp-demo.ts'

/** Days before now on which each of the last notices went, and what became of it: read, delivered, and one that fell back to the mail. */
const SENT = [
  { days: 2, states: ['failed'] },
  { days: 5, states: ['delivered'] },
  { days: 8, states: ['delivered', 'read'] },
] as const

/** Meta's number for somebody whom WhatsApp does not reach. */
const UNDELIVERABLE = 131_026

/** The company sends by WhatsApp, to the small service that stands for Meta: a driver asked for it, and three notices went. */
export async function sendByWhatsApp(now: Temporal.Instant, driver: string): Promise<void> {
  const end = await startLocalServices()
  try {
    const input = accountInput.parse({ ...DEMO_WHATSAPP, intent: 'save' })
    const looked = await lookAtAccount(input)
    await makeChange('whatsapp.save', noonBefore(now, 20), (change) => setAccount(change, input, looked))
    const { phone, email } = await db
      .selectFrom('drivers')
      .select(['phone', 'email'])
      .where('id', '=', driver)
      .executeTakeFirstOrThrow()
    const number = phone === null ? null : readPhone(phone)
    if (number === null) return
    await makeChange('account.allow-whatsapp', noonBefore(now, 19), (change) => allowWhatsApp(change, driver, number))
    const notices = await db
      .selectFrom('inbox_notices')
      .select(['id', 'kind', 'params'])
      .where('driver_id', '=', driver)
      .where('kind', 'in', ['statement-issued', 'statement-paid'])
      .where('read_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(SENT.length)
      .execute()
    // The oldest first, as they went.
    for (const [place, { days, states }] of [...SENT.entries()].toReversed()) {
      const [notice, at] = [notices[place], noonBefore(now, days)]
      if (!notice || !isNoticeEvent(notice.kind)) continue
      await sendOne({ driver, email, at, notice: { ...notice, kind: notice.kind } }, states)
    }
  } finally {
    await end()
  }
}

type SentNotice = {
  driver: string
  email: string | null
  at: Temporal.Instant
  notice: { id: number; kind: 'statement-issued' | 'statement-paid' | string; params: unknown }
}

async function sendOne({ driver, email, at, notice }: SentNotice, states: readonly string[]): Promise<void> {
  const event = notice.kind === 'statement-issued' ? 'statement-issued' : 'statement-paid'
  const { week } = Object(notice.params) as { week: string }
  const held = await makeChange('week.tell-drivers', at, async (change) => {
    const messageIds = await tellByWhatsApp(change, event, [
      { id: driver, params: JSON.stringify({ week }), notice: notice.id },
    ])
    const first = messageIds.get(driver) ?? null
    if (email !== null && states.includes('failed')) {
      const mail = { recipient: email, language: 'pt', driverId: driver, held: first }
      await writeMail(
        change,
        event === 'statement-issued'
          ? { ...mail, template: event, params: { week, version: 1 } }
          : { ...mail, template: event, params: { kind: event, week } },
      )
    }
    return first
  })
  if (held === null) return
  await tryWhatsAppAt(held.id, at)
  const sent = await db
    .selectFrom('whatsapp_outbox')
    .select(['message_id', 'mark'])
    .where('id', '=', held.id)
    .executeTakeFirstOrThrow()
  for (const [turn, state] of states.entries())
    await reportMessageState(
      { id: sent.message_id ?? '', mark: sent.mark },
      state,
      at.add({ minutes: 1 + turn * 25 }),
      state === 'failed' ? UNDELIVERABLE : undefined,
    )
}

/** Midday in Lisbon: nobody sleeps. */
function noonBefore(now: Temporal.Instant, days: number): Temporal.Instant {
  const day = now.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ days })
  return day.toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' }).toInstant()
}
