import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import styles from './visitor-fields.module.css'

/** What `takeIn` asks besides: when the form was opened, and a field that only programs see. */
export function VisitorFields({ stamp, reply }: { stamp: string; reply: Reply | undefined }) {
  const t = useT()
  const isOld = reply?.refusal?.code === 'visitor.form-expired'
  return (
    <>
      <input type="hidden" name="stamp" value={(isOld ? null : reply?.values['stamp']) ?? stamp} />
      <p className={styles.pot} aria-hidden="true">
        <label>
          {t('page.apply.honeypot')}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </p>
    </>
  )
}
