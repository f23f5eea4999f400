import type { RefusedFile } from '#features/imports/refused-files/schema.ts'
import { formatInstant, formatWeekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { OpenRefused, RefusedFileAnswer, TeachLink, WhyRefused, refusedState } from '#web/parts/refused-file.tsx'
import { Section } from '#web/ui/card.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import styles from './data.module.css'

const TONES: Record<RefusedFile['state'], StateTone> = { open: 'warn', answered: 'ok', waived: 'todo' }

/** Files that could not be read, those that wait first: what is wrong, and what can be done. */
export function RefusedFiles({ files }: { files: readonly RefusedFile[] }) {
  const t = useT()
  if (files.length === 0) return null
  const open = files.filter(({ state }) => state === 'open').length
  return (
    <Section title={t('page.refusedFiles.title')} aside={t('page.refusedFiles.open', { count: open })}>
      <ul className={styles.refused}>
        {files.map((file) => (
          <li key={file.id}>
            <div>
              <h3>{file.name}</h3>
              <p className={styles.quiet}>
                {[
                  ...(file.source ? [t(`page.week.sourceNames.${file.source}`)] : []),
                  ...(file.week ? [formatWeekNumber(file.week, t.language)] : []),
                  formatInstant(file.at, t.language),
                ].join(' · ')}
              </p>
              <State tone={TONES[file.state]}>{refusedState(t, file)}</State>
              {file.state === 'open' ? <WhyRefused file={file} /> : null}
            </div>
            {file.state === 'answered' ? null : (
              <div className={styles.refusedActions}>
                {file.state === 'open' ? (
                  <>
                    <OpenRefused file={file} />
                    <TeachLink file={file} />
                  </>
                ) : null}
                <RefusedFileAnswer file={file} from="data" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
