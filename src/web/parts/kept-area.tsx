// oxlint-disable-next-line import/default -- the bundler makes it
import worker from '#web/enhancing/area-worker.ts?worker&url'

/**
 * Asks the browser to keep the driver's area on this phone until a moment. `until` is `null` when the office only looks at it: then
 * nothing is kept.
 */
export function KeptArea({ until }: { until: string | null }) {
  return until === null ? null : <div hidden data-keep-area="" data-worker={worker} data-until={until} />
}
