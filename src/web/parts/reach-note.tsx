import { type Reach, type ReachCounts, isReached } from '#domain/reach.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useOwnAddress, withWayBack } from './way-back.ts'

/**
 * Before a message is sent to somebody: the ways by which it arrives, or that it reaches nobody and how to change that. `driver`:
 * links to that driver's record and access; other people have only an e-mail.
 */
export function ReachNote({ reach, name, driver }: { reach: Reach | null; name: string; driver?: string }) {
  const t = useT()
  const ownAddress = useOwnAddress()
  if (reach === null) return null
  const { inArea, mail, lack, onPhone, byWhatsApp } = reach
  const rings = onPhone ? ` ${t('page.reach.onPhone')}` : ''
  const first = byWhatsApp ? ` ${t('page.reach.byWhatsApp')}` : ''
  if (isReached(reach)) {
    const channel = inArea ? (mail === null ? 'area' : 'both') : 'mail'
    return <Words look="small">{`${t(`page.reach.${channel}`, { name, email: mail ?? '' })}${rings}${first}`}</Words>
  }
  const lackOrNotMailed = lack ?? 'not-mailed'
  return (
    <Notice tone="warn" title={t('page.reach.nobody', { name })}>
      <p>
        {driver === undefined
          ? t(`page.reach.lacks.${lackOrNotMailed}`)
          : `${t('page.reach.noAccount')} ${t(`page.reach.lacks.${lackOrNotMailed}`)}`}
      </p>
      <p>{t(driver === undefined ? 'page.reach.byHandOther' : 'page.reach.byHand')}</p>
      <Links>
        {driver === undefined ? null : <Link to={`/admin/drivers/${driver}/access`}>{t('page.reach.invite')}</Link>}
        {driver !== undefined && (lackOrNotMailed === 'no-address' || lackOrNotMailed === 'bad-address') ? (
          <ActLink to={`/admin/drivers/${driver}/edit`}>{t('page.reach.address')}</ActLink>
        ) : null}
        {lackOrNotMailed === 'no-server' ? (
          <Link to={withWayBack('/admin/mail/server', ownAddress)}>{t('page.reach.server')}</Link>
        ) : null}
      </Links>
    </Notice>
  )
}

/** Before a message is sent to many people: how many each way reaches, and how many somebody has to reach by hand. */
export function ReachNoteOfMany({ counts }: { counts: ReachCounts }) {
  const t = useT()
  const { all, inArea, mail, onPhone, byWhatsApp, nobody, whatsApp } = counts
  if (all === 0) return null
  const channels = [
    inArea > 0 ? t('page.reach.many.area', { count: inArea }) : null,
    mail > 0 ? t('page.reach.many.mail', { count: mail }) : null,
    onPhone > 0 ? t('page.reach.many.phone', { count: onPhone }) : null,
    byWhatsApp > 0 ? t('page.reach.many.byWhatsApp', { count: byWhatsApp }) : null,
  ].filter((way) => way !== null)
  return (
    <>
      {channels.length > 0 ? (
        <Words look="small">{t('page.reach.many.all', { count: all, ways: channels.join(', ') })}</Words>
      ) : null}
      {nobody > 0 ? (
        <Words look="warn">{`${t('page.reach.many.nobody', { count: nobody })} ${
          whatsApp > 0
            ? t('page.reach.many.whatsApp', { count: whatsApp })
            : t('page.reach.many.noNumber', { count: nobody })
        }`}</Words>
      ) : null}
    </>
  )
}
