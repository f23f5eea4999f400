import { readMailAnswer } from '#domain/mail-answer.ts'
import type { OpenMessage } from '#features/mail/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** What the server's answer to a message asks for: its own words are for those who run mail servers. */
export function MailAdvice({ state, reason }: Pick<OpenMessage, 'state' | 'reason'>) {
  const t = useT()
  // Reasons of ours have sentences that say it already.
  if (!reason || t.find(`page.mail.screen.reasons.${reason}`) !== null) return null
  const advice = readMailAnswer(reason)
  if (advice === null) return null
  const isOurs = advice === 'sender' || advice === 'server'
  return (
    <Notice>
      <p>{t(`page.mail.outbox.advice.${advice === 'later' && state === 'dead' ? 'gaveUp' : advice}`)}</p>
      {isOurs ? (
        <p>
          <Link to="/admin/mail/server">{t('page.mail.outbox.advice.open')}</Link>
        </p>
      ) : null}
    </Notice>
  )
}
