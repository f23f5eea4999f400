import { useT } from '#web/i18n.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './hand-over.module.css'

/** Ways to pass an invitation on: WhatsApp with the text ready, in a new tab, and the text itself for any other way. */
export function HandOver({
  id,
  name,
  text,
  address,
}: {
  id: string
  name: string
  text: string
  address: string | null
}) {
  const t = useT()
  return (
    <>
      {address === null ? (
        <p>{t('page.account.access.noPhone')}</p>
      ) : (
        <p>
          <a href={address} target="_blank" rel="noopener noreferrer" className={styles.open}>
            {t('page.account.access.whatsApp')}
          </a>
        </p>
      )}
      <CopyButton of={`invitation-${id}`} label={t('page.account.access.copy', { name })} />
      <textarea
        id={`invitation-${id}`}
        className={styles.text}
        readOnly
        rows={6}
        defaultValue={text}
        aria-label={t('page.account.access.label', { name })}
      />
    </>
  )
}
