import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Warns who answers a dispute that another one is open on the same line: both accepted would pay the line twice. */
export function AlsoOpen({ others }: { others: readonly string[] }) {
  const t = useT()
  return others.map((id) => (
    <Notice
      key={id}
      tone="warn"
      action={<Link to={`/admin/weekly/disputes/${id}`}>{t('page.disputes.office.otherOpen.link')}</Link>}
    >
      {t('page.disputes.office.otherOpen.text')}
    </Notice>
  ))
}
