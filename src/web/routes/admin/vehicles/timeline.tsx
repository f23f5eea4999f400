import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Links, Spread } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import type { Period } from './period.ts'

/** Share of the known time that an open beginning adds to the drawing. */
const LEAD = 0.08
const HEIGHT = 8
/** Consecutive drivers have different colours. */
const FILLS = ['var(--done)', 'var(--edge)']
/** Gap between one driver and the next, in thousandths. */
const GAP = 2

/**
 * The car's time as one line, oldest on the left: a stretch for each driver, gaps when nobody had it. The table beside
 * it says the same in words, so readers who don't see it lose nothing.
 */
export function Timeline({ periods, now }: { periods: readonly Period[]; now: string }) {
  const t = useT()
  const { start, end, stretches } = layOut(periods, Date.parse(now))
  return (
    <figure aria-label={t('page.fleet.periods.timeline')}>
      <Stack>
        <svg width="100%" height={HEIGHT} viewBox={`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <rect x="0" y={HEIGHT / 2 - 1} width="1000" height="2" fill="var(--todo)" />
          {stretches.map(({ period, x, width }, index) => (
            <rect key={period.id} x={x} y="0" width={width} height={HEIGHT} fill={FILLS[index % 2]} />
          ))}
        </svg>
        <Spread>
          <small>
            {start === null ? t('page.fleet.open.from') : formatDayShort(new Date(start).toISOString(), t.language)}
          </small>
          <Links>
            {stretches.map(({ period }, index) => (
              <State key={period.id} tone={index % 2 === 0 ? 'ok' : 'plain'}>
                {period.driver}
              </State>
            ))}
          </Links>
          <small>
            {end > Date.parse(now)
              ? formatDayShort(new Date(end).toISOString(), t.language)
              : t('page.fleet.periods.now')}
          </small>
        </Spread>
      </Stack>
    </figure>
  )
}

/** The place of each period on a line of 1000, from the first known moment to now or the last known end. */
function layOut(periods: readonly Period[], now: number) {
  const known = periods.flatMap(({ from, to }) => [from, to]).filter((moment) => moment !== null)
  const moments = known.map((moment) => Date.parse(moment))
  const first = Math.min(now, ...moments)
  const end = Math.max(now, ...moments)
  const hasOpenStart = periods.some(({ from }) => from === null)
  const span = Math.max(end - first, 86_400_000)
  const start = hasOpenStart ? first - span * LEAD : first
  const place = (moment: number) => Math.round(((moment - start) / (end - start || 1)) * 1000)
  const stretches = periods.toReversed().map((period) => {
    const x = period.from ? place(Date.parse(period.from)) : 0
    const right = period.to ? place(Date.parse(period.to)) : 1000
    return { period, x, width: Math.max(right - x - (right < 1000 ? GAP : 0), GAP) }
  })
  return { start: hasOpenStart ? null : first, end, stretches }
}
