import { useT } from '#web/i18n.tsx'
import { useField } from '#web/ui/field-frame.tsx'
import styles from './visitor-fields.module.css'

/** Fields that `submitVisitorForm` needs besides: when the form was opened, and a trap that only programs see. */
export function VisitorFields({ stamp }: { stamp: string }) {
  const t = useT()
  const { reply, typed } = useField('stamp', undefined, null)
  const isOld = reply?.refusal?.code === 'visitor.form-expired'
  return (
    <>
      <input type="hidden" name="stamp" value={(isOld ? null : typed) ?? stamp} />
      <p className={styles.pot} aria-hidden="true">
        <label>
          {t('page.apply.honeypot')}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </p>
    </>
  )
}
