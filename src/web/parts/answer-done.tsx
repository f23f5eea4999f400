import { useSearchParams } from 'react-router'
import { useT } from '#web/i18n.tsx'
import { Done } from '#web/ui/notice.tsx'

/** Says that an answer was kept or taken back, on the page it leads back to (`withAnswer`). */
export function AnswerDone() {
  const t = useT()
  const [query] = useSearchParams()
  const done = (['said', 'taken-back'] as const).find((name) => name === query.get('done'))
  return done ? <Done>{t(`page.exceptions.done.${done}`)}</Done> : null
}
