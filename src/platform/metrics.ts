import type { Counter, Histogram } from 'prom-client'
import { isHosted, ofOperator } from './operator.ts'

/** One answer of the site. */
export type Answered = { path: string; method: string; status: number; seconds: number }
export type FinishedJob = { job: string; outcome: 'done' | 'failed'; seconds: number }
/** A figure of the business, read when a monitor asks. `value` is `null` where there is none. */
export type Figure = { name: string; help: string; value: number | null; labels?: Readonly<Record<string, string>> }

type Meter = {
  /** Answers a name for an address, one of a few and without an id. */
  areaOf: (path: string) => string
  requests: Counter
  seconds: Histogram
  jobs: Counter
  jobSeconds: Counter
}
let meter: Meter | null = null
/** Number of rules of the books that were broken when this process last proved them; `null` until it did. */
const broken = ofOperator<number | null>(() => null)

/** Counts one answer; does nothing where no metrics are asked for. */
export function countAnswer({ path, method, status, seconds }: Answered): void {
  if (!meter) return
  const area = meter.areaOf(path)
  const verb = method === 'POST' ? 'POST' : 'GET'
  meter.requests.inc({ area, method: verb, status: `${Math.floor(status / 100)}xx` })
  meter.seconds.observe({ part: area.split('/')[0] ?? area }, seconds)
}

/** Counts one piece of work of the queue. */
export function countJob({ job, outcome, seconds }: FinishedJob): void {
  meter?.jobs.inc({ job, outcome })
  meter?.jobSeconds.inc({ job }, seconds)
}

/** Notes how many rules of the books were broken at the last proof. */
export function noteProof(count: number): void {
  broken.value = count
}

/** Upper ends of the classes of duration, in seconds: a page must take less than 0.1, and a person waits up to 1. */
const CLASSES = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Begins to count; answers the function that writes what a monitor gets: the counters, the process, and the figures of
 * `read`. The library is an optional package, so it is loaded only here, where metrics are asked for.
 */
export async function startMeter(
  read: () => Promise<readonly Figure[]>,
  areaOf: (path: string) => string,
): Promise<() => Promise<{ type: string; text: string }>> {
  const prom = await import('prom-client')
  const registry = new prom.Registry()
  const registers = [registry]
  prom.collectDefaultMetrics({ register: registry })
  meter = {
    areaOf,
    requests: new prom.Counter({
      name: 'volante_http_requests_total',
      help: 'Answers by area of the site, method and class of status.',
      labelNames: ['area', 'method', 'status'],
      registers,
    }),
    seconds: new prom.Histogram({
      name: 'volante_http_request_seconds',
      help: 'Seconds until an answer began, by part of the site.',
      labelNames: ['part'],
      buckets: CLASSES,
      registers,
    }),
    jobs: new prom.Counter({
      name: 'volante_jobs_total',
      help: 'Work of the queue, by its name and how it ended.',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    jobSeconds: new prom.Counter({
      name: 'volante_job_seconds_total',
      help: 'Seconds spent on the work of the queue, by its name.',
      labelNames: ['job'],
      registers,
    }),
  }

  return async () => {
    const figures = [...(await read()), ...(isHosted() ? [] : [{ ...PROOF, value: broken.value }])]
    for (const [name, same] of Map.groupBy(figures, (figure) => figure.name)) {
      const [{ help, labels = {} } = PROOF] = same
      registry.removeSingleMetric(name)
      const known = same.filter(({ value }) => value !== null)
      // A figure without labels would show 0 from the start.
      if (known.length === 0) continue
      const gauge = new prom.Gauge({ name, help, labelNames: Object.keys(labels), registers })
      for (const figure of known) gauge.set(figure.labels ?? {}, Number(figure.value))
    }
    return { type: registry.contentType, text: await registry.metrics() }
  }
}

const PROOF: Pick<Figure, 'name' | 'help' | 'labels'> = {
  name: 'volante_ledger_invariant_violations',
  help: 'Rules of the books that were broken when this process proved them last.',
}
