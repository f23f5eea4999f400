import type { Week } from '#domain/week.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { FormReply } from '#web/ui/form.tsx'
import { ActionPage } from './action-page.tsx'

type Props = { week: Week; name: string; title: string; reply: Reply | undefined }

/** The page to which a refused one-press answer leads. */
export function RefusedAnswer({ week, name, title, reply }: Props) {
  const t = useT()
  return (
    <ActionPage week={week} weekName={name} title={title}>
      <FormReply reply={reply} />
      {reply ? null : <p>{t('page.exceptions.answers.gone')}</p>}
    </ActionPage>
  )
}
