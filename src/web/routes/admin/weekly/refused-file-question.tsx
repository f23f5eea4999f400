import type { Question } from '#features/weeks/questions/schema.ts'
import { useT } from '#web/i18n.tsx'
import { LinesLink, OpenRefused, RefusedFileAnswer, TeachLink, WhyRefused } from '#web/parts/refused-file.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { QuestionCard } from './question-card.tsx'

type Unread = Extract<Question, { kind: 'refused-file' }>

/** A file about the week that could not be read: drop another, teach it, or say that it is not needed. */
export function RefusedFileQuestion({ question: { id, file }, week }: { question: Unread; week: string }) {
  const t = useT()
  const source = file.source ? t(`page.week.sourceNames.${file.source}`) : null
  return (
    <QuestionCard
      id={id}
      kind={source ? t('page.refusedFiles.question.kindOf', { source }) : t('page.refusedFiles.question.kind')}
      title={t(file.isSetUp ? 'page.refusedFiles.question.setUpTitle' : 'page.refusedFiles.question.title', {
        name: file.name,
      })}
      text={<WhyRefused file={file} />}
      effect={t('page.refusedFiles.question.effect')}
      action={
        file.isSetUp ? (
          <OpenRefused file={file} />
        ) : (
          <LinkButton to={`/admin/data/drop?week=${week}`} wide>
            {t('page.refusedFiles.question.drop')}
          </LinkButton>
        )
      }
      alternatives={
        <>
          <TeachLink file={file} />
          <RefusedFileAnswer file={file} from="week" />
          {file.isSetUp ? null : <LinesLink file={file} />}
        </>
      }
    />
  )
}
