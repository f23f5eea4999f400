import type { Tx } from '#db/client.server.ts'
import { releaseMail, cancelHeldMail } from '#features/mail/held-mails/commands.server.ts'
import { MESSAGE_STATES, type StateNews, stateAfter, statesIn } from '#integrations/whatsapp/webhook.ts'

const isKnown = (state: string) => MESSAGE_STATES.find((messageState) => messageState === state) ?? null

/**
 * Stores states of messages that Meta reports. Whatever their order and however often they come, the result is the same; no
 * state moves back.
 */
export async function receiveStates(
  tx: Tx,
  body: unknown,
  phoneNumberId: string,
  now: Temporal.Instant,
): Promise<void> {
  for (const news of statesIn(body, phoneNumberId)) await receive(tx, news, now)
}

/** A message id of ours, as it was sent along. */
const MARK = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function receive(tx: Tx, news: StateNews, now: Temporal.Instant): Promise<void> {
  // A message whose answer was lost can only be found by our own mark.
  const mark = news.mark !== null && MARK.test(news.mark) ? news.mark : null
  const row = await tx
    .selectFrom('whatsapp_outbox')
    .selectAll()
    .where((is) =>
      is.or([
        is('message_id', '=', news.id),
        ...(mark === null ? [] : [is.and([is('mark', '=', mark), is('message_id', 'is', null)])]),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const before = isKnown(row.state)
  const state = stateAfter(before, news.state)
  // Meta's clock may be ahead of ours: a state from the future counts as of now.
  const at = Temporal.Instant.compare(news.at, now) > 0 ? now : news.at
  const first = (known: Temporal.Instant | null) =>
    (known === null || Temporal.Instant.compare(at, known) < 0 ? at : known).toString()
  const arrived = news.state === 'delivered' || news.state === 'read'
  const isFailed = state === 'failed'
  await tx
    .updateTable('whatsapp_outbox')
    .set({
      state,
      message_id: row.message_id ?? news.id,
      category: row.category ?? news.category,
      billable: row.billable ?? news.isBillable,
      reason: isFailed ? (news.state === 'failed' ? news.reason : row.reason) : null,
      done_at: isFailed && before !== 'failed' ? at.toString() : row.done_at,
      ...(news.state === 'failed' ? {} : { sent_at: first(row.sent_at) }),
      ...(arrived ? { delivered_at: first(row.delivered_at) } : {}),
      ...(news.state === 'read' ? { read_at: first(row.read_at) } : {}),
    })
    .where('id', '=', row.id)
    .execute()
  if (arrived) await cancelHeldMail(tx, row.id, at)
  else if (isFailed && before !== 'failed') await releaseMail(tx, row.id, now)
}
