import type { DriverName } from '#domain/driver.ts'
import type { Telling } from '#features/statements/tellings/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { inLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { useMaySend } from '#web/place-power.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Links } from '#web/ui/layout.tsx'
import styles from './share-statement.module.css'

/**
 * Ways to send a statement from the office's own phone or computer: WhatsApp with the words ready, and the file itself, where
 * the browser can pass one on (`enhancing/share-file.ts`). Each is noted as shared, and that can be taken back here.
 */
export function ShareStatement({
  week,
  driver,
  telling,
}: {
  /** `2026-W47`. */
  week: string
  driver: Pick<DriverName, 'id' | 'name'>
  telling: Telling
}) {
  const t = useT()
  const place = `/admin/weekly/${week}/messages`
  const maySend = useMaySend(place)
  const { sentByHand, hasNumber, link } = telling
  const verb = sentByHand?.way === 'whatsapp' ? 'again' : 'open'
  if (!maySend) return null
  return (
    <Links>
      {hasNumber ? (
        // The form has no key, because its answer is an address with a link in it, which is stored nowhere. It opens in a new tab,
        // so that this page stays.
        <form method="post" action={inLanguage(place, t.language)} target="_blank" rel="noopener">
          <input type="hidden" name="whatsApp" value={driver.id} />
          <Button
            type="submit"
            kind={sentByHand ? 'text' : 'outlined'}
            aria-label={t(`page.mail.whatsApp.${verb}One`, { name: driver.name })}
          >
            {t(`page.mail.whatsApp.${verb}`)}
          </Button>
        </form>
      ) : (
        <span>
          {t('page.mail.whatsApp.noPhone')}{' '}
          <ActLink to={`/admin/drivers/${driver.id}/edit`}>{t('page.mail.whatsApp.toPhone')}</ActLink>
        </span>
      )}
      <div className={styles.file}>
        <Form action={place} quiet inline>
          <input type="hidden" name="shared" value={driver.id} />
          <Button
            kind="text"
            data-share={`/admin/weekly/${week}/${driver.id}/pdf`}
            data-share-name={`extrato-${week}.pdf`}
            data-share-again={t('page.mail.whatsApp.shareNow')}
            aria-label={t('page.mail.whatsApp.shareOne', { name: driver.name })}
          >
            {t('page.mail.whatsApp.share')}
          </Button>
        </Form>
      </div>
      {sentByHand ? (
        <Form action={place} quiet inline>
          <input type="hidden" name="takeBack" value={driver.id} />
          <Button type="submit" kind="text" aria-label={t('page.mail.whatsApp.takeBackOne', { name: driver.name })}>
            {t('page.mail.whatsApp.takeBack')}
          </Button>
        </Form>
      ) : null}
      {link ? (
        <>
          <small>
            {link.lookedAt
              ? t('page.mail.whatsApp.looked', {
                  count: link.looks,
                  at: formatInstant(link.lookedAt, t.language),
                })
              : t('page.mail.whatsApp.linkOpen', { until: formatInstant(link.until, t.language) })}
          </small>
          <Form action={place} quiet inline>
            <input type="hidden" name="revoke" value={driver.id} />
            <Button type="submit" kind="text" aria-label={t('page.mail.whatsApp.revokeOne', { name: driver.name })}>
              {t('page.mail.whatsApp.revoke')}
            </Button>
          </Form>
        </>
      ) : null}
    </Links>
  )
}
