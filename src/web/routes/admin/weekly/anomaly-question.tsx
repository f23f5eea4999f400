import type { ReactNode } from 'react'
import type { Question } from '#features/weeks/questions/schema.ts'
import type { AnomalyAnswer } from '#features/weeks/radar/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Post } from '#web/parts/post.tsx'
import { SmallLine } from '#web/ui/charts/small-line.tsx'
import { SubmitButton } from '#web/ui/form.tsx'
import { anomalyWords } from './anomaly-words.ts'
import { QuestionCard } from './question-card.tsx'
import { RowWords } from './unmatched.tsx'

type AnomalyOnly = Extract<Question, { kind: 'anomaly' }>

/** An unusual figure of a driver's week: what it is compared with, and three answers of one press each. */
export function AnomalyQuestion({ question, week }: { question: AnomalyOnly; week: string }) {
  const t = useT()
  const { id, driver, anomaly, other, rows, past, isFollowedUp } = question
  const words = anomalyWords({ anomaly, name: driver.name, other }, t)
  const isIncome = anomaly.kind === 'income-drop' || anomaly.kind === 'income-rise'
  return (
    <QuestionCard
      id={id}
      tone="know"
      kind={isFollowedUp ? `${words.kind} · ${t('page.exceptions.anomaly.followedUp')}` : words.kind}
      title={words.title}
      text={
        <>
          <p>{words.text}</p>
          {rows.length > 0 ? (
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  <RowWords row={row} change />
                </li>
              ))}
            </ul>
          ) : null}
          <p>
            <Link to={`/admin/weekly/${week}/${driver.id}`}>{t('page.exceptions.anomaly.look')}</Link>
          </p>
        </>
      }
      figure={
        isIncome && past.length > 1 ? (
          <SmallLine values={past} isWarned width={168} label={t('page.week.questions.drawingPast')} />
        ) : null
      }
      action={
        <Answer question={question} week={week} answer="right">
          <SubmitButton kind="outlined" wide>
            {t('page.exceptions.anomaly.right')}
          </SubmitButton>
        </Answer>
      }
      alternatives={
        <>
          {anomaly.kind === 'in-workshop' ? <Company rows={anomaly.rows} week={week} /> : null}
          {anomaly.kind === 'double-toll' ? <Once question={question} week={week} /> : null}
          {isFollowedUp ? null : (
            <Answer question={question} week={week} answer="talk">
              <button type="submit">{t('page.exceptions.anomaly.talk')}</button>
            </Answer>
          )}
          <Answer question={question} week={week} answer="always">
            <button type="submit" title={t('page.exceptions.anomaly.alwaysOf', { name: driver.name })}>
              {t('page.exceptions.anomaly.always')}
            </button>
          </Answer>
        </>
      }
    />
  )
}

/** The answer that the workshop used the car, not the driver: all rows stay with the company. */
function Company({ rows, week }: { rows: readonly string[]; week: string }) {
  const t = useT()
  return (
    <Post to={`/admin/weekly/${week}/rows`}>
      <input type="hidden" name="about" value="workshop" />
      {rows.map((row) => (
        <input key={row} type="hidden" name="rows" value={row} />
      ))}
      <button type="submit">{t('page.exceptions.anomaly.company', { count: rows.length })}</button>
    </Post>
  )
}

/** The answer that a toll listed twice is one toll: its second row stops counting. */
function Once({ question: { rows }, week }: { question: AnomalyOnly; week: string }) {
  const t = useT()
  const [kept, other] = rows
  if (!kept || !other) return null
  return (
    <Post to={`/admin/weekly/${week}/passages`}>
      <input type="hidden" name="kept" value={kept.id} />
      <input type="hidden" name="other" value={other.id} />
      <input type="hidden" name="same" value="yes" />
      <button type="submit">{t('page.exceptions.anomaly.once')}</button>
    </Post>
  )
}

type AnswerProps = { question: AnomalyOnly; week: string; answer: AnomalyAnswer; children: ReactNode }

function Answer({ question, week, answer, children }: AnswerProps) {
  return (
    <Post to={`/admin/weekly/${week}/anomalies`}>
      <input type="hidden" name="anomaly" value={question.anomaly.id} />
      <input type="hidden" name="answer" value={answer} />
      {children}
    </Post>
  )
}
