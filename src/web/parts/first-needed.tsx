import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const MADE_AT = { driver: '/admin/drivers/new', car: '/admin/vehicles/new' } as const

/** Shown instead of a form that needs a driver or a car when there is none yet: says what must be added first, and links to it. */
export function FirstNeeded({ what }: { what: keyof typeof MADE_AT }) {
  const t = useT()
  return (
    <EmptyState
      title={t(`page.fleet.firstNeeded.${what}.title`)}
      action={
        <LinkButton to={MADE_AT[what]} kind="primary" icon="plus">
          {t(`page.fleet.firstNeeded.${what}.act`)}
        </LinkButton>
      }
    >
      {t(`page.fleet.firstNeeded.${what}.text`)}
    </EmptyState>
  )
}
