// oxlint-disable-next-line import/default -- the bundler makes it
import measuringScript from './measuring-script.ts?worker&url'
import type { Measuring } from './measuring.ts'

/** The script that measures, on pages of visitors who allowed something; other pages do not even name it. */
export function MeasuringTag({ measuring }: { measuring: Measuring | null }) {
  if (!measuring?.here || measuring.state !== 'yes') return null
  return <script type="module" async src={measuringScript} data-measuring={JSON.stringify(measuring.settings)} />
}
