import type { Question } from '#features/weeks/questions/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Post } from '#web/parts/post.tsx'
import { SubmitButton } from '#web/ui/form.tsx'
import { QuestionCard } from './question-card.tsx'
import { RowWords } from './unmatched.tsx'

type PrintedTwice = Extract<Question, { kind: 'printed-twice' }>
type Props = { question: PrintedTwice; week: string }

/** Lines of a file that repeat another line of it: they count once, unless a person says that they are two. */
export function PrintedTwiceQuestion({ question, week }: Props) {
  const t = useT()
  const { id, file, count, total, pairs } = question
  const amount = formatMoney(Math.abs(total), t.language)
  const answer = { question, week }
  return (
    <QuestionCard
      id={id}
      tone="know"
      kind={t('page.exceptions.printedTwice.kind')}
      title={t('page.exceptions.printedTwice.title', { count, file })}
      text={
        <>
          <ul>
            {pairs.map(({ first, second }) => (
              <li key={second.id}>
                <RowWords row={second} /> {t('page.exceptions.printedTwice.repeats', { line: first.line })}
              </li>
            ))}
            {count > pairs.length ? (
              <li>{t('page.week.questions.moreRows', { count: count - pairs.length })}</li>
            ) : null}
          </ul>
          <p>{t('page.exceptions.printedTwice.text')}</p>
        </>
      }
      effect={t('page.exceptions.printedTwice.effect', { count, amount })}
      action={<Answer {...answer} says="once" />}
      alternatives={<Answer {...answer} says="twice" />}
    />
  )
}

function Answer({ question: { importId, count }, week, says }: Props & { says: 'once' | 'twice' }) {
  const t = useT()
  return (
    <Post to={`/admin/weekly/${week}/rows`}>
      <input type="hidden" name="about" value="printed-twice" />
      <input type="hidden" name="file" value={importId} />
      <input type="hidden" name="count" value={count} />
      <input type="hidden" name="says" value={says} />
      {says === 'once' ? (
        <SubmitButton kind="outlined" wide>
          {t('page.exceptions.printedTwice.once', { count })}
        </SubmitButton>
      ) : (
        <button type="submit">{t('page.exceptions.printedTwice.twice', { count })}</button>
      )}
    </Post>
  )
}
