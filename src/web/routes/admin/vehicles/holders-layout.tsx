import type { ReactNode } from 'react'
import { useT } from '#web/i18n.tsx'
import { Section } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { type Period, periodWords } from './period.ts'

/** The latest periods listed. */
const LATEST = 5

/** A form about the driver of a car, and beside it the earlier drivers, the last one first. */
export function HoldersLayout({
  periods,
  title,
  children,
}: {
  periods: readonly Period[]
  title: string
  children: ReactNode
}) {
  const t = useT()
  return (
    <SideBySide>
      <Section title={title}>{children}</Section>
      {periods.length === 0 ? null : (
        <Section title={t('page.fleet.periods.title')}>
          <Items>
            {periods.slice(0, LATEST).map(({ id, driverId, driver, from, to }) => (
              <Item key={id} title={driver} to={`/admin/drivers/${driverId}`}>
                <Words look="soft">{periodWords({ from, to }, t)}</Words>
              </Item>
            ))}
          </Items>
        </Section>
      )}
    </SideBySide>
  )
}
