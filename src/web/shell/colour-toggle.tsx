import { useLocation } from 'react-router'
import { useT } from '#web/i18n.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Switches between light and dark: a form, so that it works without a script; the script switches on the spot. */
export function ColourToggle({ className, words = false }: { className?: string | undefined; words?: boolean }) {
  const t = useT()
  const { pathname, search } = useLocation()
  return (
    <form method="post" action="/api/colour-mode" data-colour>
      <input type="hidden" name="back" value={pathname + search} />
      <button type="submit" className={className} aria-label={words ? undefined : t('common.colour.toggle')}>
        {words ? t('common.colour.entry') : <Icon name="contrast" />}
      </button>
    </form>
  )
}
