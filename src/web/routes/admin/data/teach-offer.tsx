import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Spread, Words } from '#web/ui/layout.tsx'

/** Offers to teach a list that nobody here knows, instead of a dead end. */
export function TeachOffer({ to }: { to: string }) {
  const t = useT()
  return (
    <Spread>
      <Words look="small">{t('page.profiles.offerText')}</Words>
      <LinkButton to={to}>{t('page.refusedFiles.teach')}</LinkButton>
    </Spread>
  )
}
