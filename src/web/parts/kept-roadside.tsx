// oxlint-disable-next-line import/default -- the bundler makes it
import worker from '#web/enhancing/roadside-worker.ts?worker&url'

/** Asks the browser to keep the page for the roadside on this phone, until a moment; nothing where the office only looks (`until` is `null`). */
export function KeptRoadside({ until }: { until: string | null }) {
  return until === null ? null : <div hidden data-keep-roadside="" data-worker={worker} data-until={until} />
}
