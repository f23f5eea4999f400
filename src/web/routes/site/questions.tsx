import type { MessageParams } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { More } from './pieces.tsx'
import styles from './questions.module.css'

/** What people ask, the first one open. */
export function Questions({ of, params }: { of: 'home' | 'drivers'; params?: MessageParams }) {
  const t = useT()
  const answers = t.list(`page.${of}.questions.answers`, params)
  return (
    <div className={styles.questions}>
      <div>
        <h2>{t(`page.${of}.questions.title`)}</h2>
        <p className={styles.ask}>{t(`page.${of}.questions.text`)}</p>
        <More to="/contact">{t('page.home.questions.ask')}</More>
      </div>
      <div className={styles.answers}>
        {t.list(`page.${of}.questions.asked`).map((question, index) => (
          <details key={question} open={index === 0}>
            <summary>
              <h3>{question}</h3>
              <Icon name="down" />
            </summary>
            <p>{answers[index]}</p>
          </details>
        ))}
      </div>
    </div>
  )
}
