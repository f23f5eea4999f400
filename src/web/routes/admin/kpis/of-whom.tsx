import { useT } from '#web/i18n.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const PLACES = { drivers: '/admin/kpis', cars: '/admin/kpis/cars', company: '/admin/kpis/company' } as const

/** Tabs: figures of drivers, of cars, or of the company. */
export function OfWhom({ current }: { current: keyof typeof PLACES }) {
  const t = useT()
  return (
    <Tabs
      label={t('page.carFigures.tabs.label')}
      tabs={(['drivers', 'cars', 'company'] as const).map((name) => ({
        to: PLACES[name],
        label: t(`page.carFigures.tabs.${name}`),
        current: name === current,
      }))}
    />
  )
}
