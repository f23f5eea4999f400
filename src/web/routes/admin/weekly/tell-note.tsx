import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './tell-note.module.css'

type Telling = { goesOut: boolean; all: number; told: readonly string[] }

/** Of an approved week whose messages nobody receives: who was told, and the two ways to tell the others. */
export function TellNote({ week, telling: { goesOut, all, told } }: { week: string; telling: Telling }) {
  const t = useT()
  if (goesOut || told.length === all) return null
  return (
    <div className={styles.note}>
      <Notice
        tone="warn"
        action={
          <>
            <LinkButton to={`/admin/weekly/${week}/messages`}>{t('page.telling.toWhatsApp')}</LinkButton>
            <LinkButton to="/admin/mail" kind="text">
              {t('page.telling.toMail')}
            </LinkButton>
          </>
        }
      >
        <p>{t('page.telling.noServer')}</p>
        <p>{t('page.telling.told', { told: told.length, all })}</p>
      </Notice>
    </div>
  )
}
