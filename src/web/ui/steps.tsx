import { useT } from '#web/i18n.tsx'
import { Road, type Stop } from './road.tsx'

/** Where one stands in a journey of several pages. `current` from 0. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  const t = useT()
  const stops = steps.map((label, index): Stop => ({
    label,
    state: index < current ? 'done' : index === current ? 'now' : 'todo',
  }))
  return <Road stops={stops} label={t('common.nav.trail')} />
}
