import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Spread, Words } from '#web/ui/layout.tsx'

/** Instead of a dead end: a list nobody here knows can be taught. */
export function TeachOffer({ to }: { to: string }) {
  const t = useT()
  return (
    <Spread>
      <Words look="small">{t('page.profiles.offerText')}</Words>
      <LinkButton to={to}>{t('page.refusedFiles.teach')}</LinkButton>
    </Spread>
  )
}
