import type { DriverName } from '#domain/driver.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Warns that nobody reads a notice, as the driver has neither account nor e-mail. Links to its words, and to where the driver gets an
 * account.
 */
export function Unreached({
  driver: { id, name },
  notice,
}: {
  driver: Pick<DriverName, 'id' | 'name'>
  notice: number
}) {
  const t = useT()
  return (
    <Notice
      tone="warn"
      title={t('page.notices.unreached.title')}
      action={<LinkButton to={`/admin/mail/told/${notice}`}>{t('page.notices.unreached.act')}</LinkButton>}
    >
      <p>{t('page.notices.unreached.text', { driver: name })}</p>
      <p>
        <Link to={`/admin/drivers/${id}/access`}>{t('page.notices.unreached.invite')}</Link>
      </p>
    </Notice>
  )
}
