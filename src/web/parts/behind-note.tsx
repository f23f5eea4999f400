import { SAID_FROM } from '#features/system/standby/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says how old the data on the page may be, if a standby that has not caught up answered. */
export function BehindNote({ seconds }: { seconds: number }) {
  const t = useT()
  return seconds < SAID_FROM ? null : (
    <Notice>
      <p>{t('page.kpis.behind', { seconds })}</p>
    </Notice>
  )
}
