import type { Question } from '#features/weeks/questions/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Post } from '#web/parts/post.tsx'
import { SubmitButton } from '#web/ui/form.tsx'
import { QuestionCard } from './question-card.tsx'
import { RowWords } from './unmatched.tsx'

type Twin = Extract<Question, { kind: 'twin' }>
type Props = { question: Twin; week: string }

/** Two rows of two files that may be one passage: a person decides, and the answer is remembered. */
export function TwinQuestion({ question, week }: Props) {
  const t = useT()
  const { id, plate, kept, other, driver } = question
  const amount = formatMoney(Math.abs(other.amount), t.language)
  const answer = { question, week }
  return (
    <QuestionCard
      id={id}
      kind={t('page.exceptions.twin.kind')}
      title={t('page.exceptions.twin.title', { plate: plate.replaceAll('-', '-\u2060'), amount })}
      text={
        <>
          <ul>
            {[kept, other].map((row) => (
              <li key={row.id}>
                {row.file}: <RowWords row={row} change />
              </li>
            ))}
          </ul>
          <p>
            {t('page.exceptions.twin.text')} {t('page.exceptions.twin.sameEffect')}
          </p>
        </>
      }
      effect={driver ? t('page.exceptions.twin.effectOf', { name: driver.name }) : t('page.exceptions.twin.effect')}
      action={<Answer {...answer} same="yes" />}
      alternatives={<Answer {...answer} same="no" />}
    />
  )
}

function Answer({ question: { kept, other }, week, same }: Props & { same: 'yes' | 'no' }) {
  const t = useT()
  return (
    <Post to={`/admin/weekly/${week}/passages`}>
      <input type="hidden" name="kept" value={kept.id} />
      <input type="hidden" name="other" value={other.id} />
      <input type="hidden" name="same" value={same} />
      {same === 'yes' ? (
        <SubmitButton kind="outlined" wide>
          {t('page.exceptions.twin.same')}
        </SubmitButton>
      ) : (
        <button type="submit">{t('page.exceptions.twin.two')}</button>
      )}
    </Post>
  )
}
