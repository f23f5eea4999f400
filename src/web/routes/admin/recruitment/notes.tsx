import type { OfficeApplication } from '#features/recruitment/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import styles from './notes.module.css'

/** What the office wrote and where it moved the application, the newest first. */
export function Notes({ notes }: Pick<OfficeApplication, 'notes'>) {
  const t = useT()
  return (
    <section className={styles.notes} aria-label={t('page.recruitment.one.notes')}>
      {notes.length === 0 ? <p>{t('page.recruitment.one.noNotes')}</p> : null}
      {notes.map(({ id, at, by, state, text }) => (
        <article key={id}>
          <small>{[formatInstant(at, t.language), by].filter(Boolean).join(' · ')}</small>
          {state ? <p>{t('page.recruitment.one.moved', { state: t(`page.recruitment.states.${state}`) })}</p> : null}
          {text ? <p className={styles.text}>{text}</p> : null}
        </article>
      ))}
    </section>
  )
}
