import { useT } from '#web/i18n.tsx'
import { Post } from '#web/parts/post.tsx'
import type { Reply } from '#web/reply.ts'
import { FileDrop } from '#web/ui/fields.tsx'
import { FormReply, ShortForm, SubmitButton } from '#web/ui/form.tsx'

/** A plain upload: the files are shown first, and imported only after that. */
export function DropZone({
  reply,
  week,
  isShort = false,
  isLarge = false,
}: {
  reply?: Reply | undefined
  week?: string | null
  /** With fewer words, because it stands beside its results. */
  isShort?: boolean
  /** The main thing to do on its page. */
  isLarge?: boolean
}) {
  const t = useT()
  const to = week ? `/admin/data/drop?week=${week}` : '/admin/data/drop'
  return (
    <Post to={to} encType="multipart/form-data" data-send="">
      <ShortForm>
        <FormReply reply={reply} />
        <FileDrop
          name="files"
          label={t('page.data.drop.label')}
          help={t(isShort ? 'page.week.sources.drop.help' : 'page.data.drop.help')}
          isLarge={isLarge}
          required
        />
        <SubmitButton kind="outlined">{t('page.data.drop.submit')}</SubmitButton>
      </ShortForm>
    </Post>
  )
}
