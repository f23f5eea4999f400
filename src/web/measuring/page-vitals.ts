import type { Vital } from '#domain/vital.ts'

/*
 * The four Web Vitals of one visit, from what the browser itself observed (web.dev/articles/vitals). Times in whole
 * milliseconds, layout shift in thousandths.
 */

type Visit = Partial<Record<Vital, number>>
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
type Interaction = PerformanceEntry & { interactionId?: number }
type Observed = PerformanceObserverInit & { durationThreshold?: number }

/** Observes the visit; the returned function answers its measures up to then. */
export function watchVisit(): () => Visit {
  const visit: Visit = {}

  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation instanceof PerformanceNavigationTiming) visit.ttfb = Math.round(navigation.responseStart)

  observe({ type: 'largest-contentful-paint' }, ({ startTime }) => (visit.lcp = Math.round(startTime)))

  // The worst run of shifts: less than a second apart, at most five seconds long.
  let run = { sum: 0, first: 0, last: -Infinity }
  if (observes('layout-shift')) visit.cls = 0
  observe<Shift>({ type: 'layout-shift' }, ({ value, startTime, hadRecentInput }) => {
    if (hadRecentInput) return
    const goesOn = startTime - run.last < 1000 && startTime - run.first < 5000
    run = { sum: (goesOn ? run.sum : 0) + value, first: goesOn ? run.first : startTime, last: startTime }
    visit.cls = Math.max(visit.cls ?? 0, Math.round(run.sum * 1000))
  })

  // The slowest answer to an interaction; a page of fewer than fifty interactions leaves none out.
  observe<Interaction>({ type: 'event', durationThreshold: 16 }, ({ duration, interactionId }) => {
    if (interactionId) visit.inp = Math.max(visit.inp ?? 0, Math.round(duration))
  })
  return () => visit
}

function observes(type: string): boolean {
  return PerformanceObserver.supportedEntryTypes.includes(type)
}

/** Calls `see` for each entry, also for those before this moment. A browser that does not know the type never calls. */
function observe<Entry extends PerformanceEntry>(options: Observed, see: (entry: Entry) => void): void {
  if (!observes(options.type ?? '')) return
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) see(entry as Entry)
  }).observe({ ...options, buffered: true })
}
