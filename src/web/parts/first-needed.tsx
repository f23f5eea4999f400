import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const MADE_AT = { driver: '/admin/drivers/new', car: '/admin/vehicles/new' } as const

/** In place of a form that asks for a driver or a car where there is none to choose: what comes first, and where. */
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
