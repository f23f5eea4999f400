import { useT } from '#web/i18n.tsx'
import { SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Post } from './post.tsx'

/** A banner above a driver's area while the office looks at it: the driver's name, and the way back. */
export function ViewingBanner({ name }: { name: string }) {
  const t = useT()
  const back = (
    <Post to="/admin/users/viewing">
      <SubmitButton kind="outlined">{t('page.users.viewing.back')}</SubmitButton>
    </Post>
  )
  return (
    <Notice tone="warn" action={back}>
      <p>{t('page.users.viewing.banner', { name })}</p>
    </Notice>
  )
}
