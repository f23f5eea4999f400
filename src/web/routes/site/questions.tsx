import type { MessageParams } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { More } from './pieces.tsx'
import { LinkedData } from './linked-data.tsx'
import styles from './questions.module.css'

/** Frequent questions, the first one open. */
export function Questions({
  of,
  params,
}: {
  of: 'home' | 'drivers' | 'forDrivers' | 'companies'
  params?: MessageParams
}) {
  const t = useT()
  const answers = t.list(`page.${of}.questions.answers`, params)
  const questionList = t.list(`page.${of}.questions.asked`)
  return (
    <div className={styles.questions}>
      <LinkedData
        of={{
          '@context': 'https://schema.org',
          '@type': 'FAQPage',
          mainEntity: questionList.map((question, index) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answers[index]?.trim() },
          })),
        }}
      />
      <div>
        <h2>{t(`page.${of}.questions.title`)}</h2>
        <p className={styles.ask}>{t(`page.${of}.questions.text`)}</p>
        <More to="/contact">{t('page.home.questions.ask')}</More>
      </div>
      <div className={styles.answers}>
        {questionList.map((question, index) => (
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
