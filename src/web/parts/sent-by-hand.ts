import type { PushInList } from '#features/mail/push/schema.ts'
import type { WhatsAppInList } from '#features/mail/whatsapp/schema.ts'
import type { TellingWay } from '#features/statements/tellings/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { type Reach, isReached } from '#domain/reach.ts'

/** When and how somebody sent a driver the words by hand, and who; `by` is `null` if no particular person did. */
type SentByHand = { at: string; by: string | null; way?: TellingWay }

/** "Partilhado por WhatsApp, 08/06 12:04, por Helena Matos": that it was shared, for nobody knows whether it was received. */
export function sentByHandWords(t: Translator, { at, by, way = 'whatsapp' }: SentByHand): string {
  const when = formatInstant(at, t.language)
  return by === null ? t(`page.telling.${way}.at`, { at: when }) : t(`page.telling.${way}.by`, { at: when, by })
}

/** The ways by which a driver was notified just now; `null` if there was none. */
export function notifiedByWords(t: Translator, reach: Reach, name: string): string | null {
  if (!isReached(reach)) return null
  const channel = reach.inArea ? (reach.mail === null ? 'area' : 'both') : 'mail'
  const rings = reach.onPhone ? ` ${t('page.reach.told.onPhone')}` : ''
  const first = reach.byWhatsApp ? ` ${t('page.reach.told.byWhatsApp')}` : ''
  return `${t(`page.reach.told.${channel}`, { name, email: reach.mail ?? '' })}${rings}${first}`
}

/** "Lida, 08/06 12:04", or why it was not sent. */
export function whatsAppWords(
  t: Translator,
  { state, at, reason }: Pick<WhatsAppInList, 'state' | 'at' | 'reason'>,
): string {
  const why = reason === null ? '' : whatsAppReason(t, reason)
  return t(`page.whatsApp.became.${state}`, { at: formatInstant(at, t.language), why })
}

/** Why a message did not arrive: in words, or Meta's own number. */
export function whatsAppReason(t: Translator, reason: string): string {
  return t.find(`page.whatsApp.reasons.${reason}`) ?? t('page.whatsApp.reasons.other', { reason })
}

/** "Chrome · Android: enviado, 08/06 12:04", or why it was not. */
export function pushWords(t: Translator, { device, state, at, reason }: PushInList): string {
  const when = formatInstant(at, t.language)
  const why = reason === null ? '' : (t.find(`page.push.reasons.${reason}`) ?? reason)
  return t(`page.push.became.${state}`, { device, at: when, why })
}
