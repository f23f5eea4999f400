import { limitsOf } from '#forms/record.ts'
import { ibanInput } from '#features/fleet/ibans/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Post } from '#web/parts/post.tsx'
import type { Reply } from '#web/reply.ts'
import { TextField } from '#web/ui/fields.tsx'
import { SubmitButton } from '#web/ui/form.tsx'
import styles from './questions.module.css'

type Props = { week: string; driver: { id: string; name: string }; reply: Reply | undefined }

/** Field for the account to which a driver is paid, in the place where it is missing. */
export function IbanForm({ week, driver, reply }: Props) {
  const t = useT()
  return (
    <Post to={`/admin/weekly/${week}/${driver.id}/iban`} className={styles.inline}>
      <TextField
        name="iban"
        label={t('page.exceptions.iban.label', { name: driver.name })}
        autoComplete="off"
        spellCheck={false}
        {...limitsOf(ibanInput.shape.iban)}
        reply={reply}
      />
      <input type="hidden" name="holder" value="" />
      <SubmitButton kind="outlined">{t('page.exceptions.iban.save')}</SubmitButton>
    </Post>
  )
}
