import type { Attributes, Span, Tracer } from '@opentelemetry/api'
import { becauseOf, currentCause } from './cause.ts'
import { env } from './env.server.ts'

type Kind = 'SERVER' | 'CLIENT' | 'CONSUMER'
type Traced = { kind: Kind; attributes: Attributes }

type Traces = {
  api: typeof import('@opentelemetry/api')
  tracer: Tracer
  /** Answers a name for an address, one of a few and without an id. */
  areaOf: (path: string) => string
}
let traces: Traces | null = null

/** Milliseconds to send the last traces when the site ends: it does not wait longer for a collector that is away. */
const LAST_SEND_MS = 2_000

/**
 * Begins to write traces to the collector of the settings (`OTEL_EXPORTER_OTLP_ENDPOINT`); answers the function that
 * ends it. The packages are optional, so they are loaded only here, where the setting is there. Traces that the
 * collector does not take are dropped.
 */
export async function startTracing(areaOf: (path: string) => string): Promise<() => Promise<void>> {
  const [api, { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider }, otlp, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const { OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG } = env()
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': OTEL_SERVICE_NAME }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG) }),
    // The exporter reads its address and headers itself from the settings that OpenTelemetry names.
    spanProcessors: [new BatchSpanProcessor({ exporter: new otlp.OTLPTraceExporter() })],
  })
  traces = { api, tracer: provider.getTracer('volante'), areaOf }
  return async () => {
    traces = null
    await Promise.race([
      provider.shutdown().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, LAST_SEND_MS).unref()),
    ])
  }
}

/**
 * Traces one request under the name of its area: no address, which may name a person or a record. `parent` is the trace
 * of a proxy in front.
 */
export function traceRequest(
  { method, path, parent }: { method: string; path: string; parent: string | null },
  act: () => Promise<Response>,
): Promise<Response> {
  if (!traces) return act()
  const area = traces.areaOf(path)
  const verb = method === 'POST' ? 'POST' : 'GET'
  const attributes = {
    'http.request.method': verb,
    'volante.area': area,
    'volante.request': currentCause().request ?? '',
  }
  return becauseOf({ trace: parent }, () =>
    inSpan(`${verb} ${area}`, { kind: 'SERVER', attributes }, async (span) => {
      const response = await act()
      span?.setAttribute('http.response.status_code', response.status)
      if (response.status >= 500) fail(span)
      return response
    }),
  )
}

/** Traces one piece of work of the queue: in the trace of the request that ordered it, or in one of its own. */
export function traceJob(job: string, act: () => Promise<void>): Promise<void> {
  if (!traces) return act()
  return inSpan(`job ${job}`, { kind: 'CONSUMER', attributes: { 'volante.job': job } }, act)
}

/** Traces one statement, by its text without values. A statement outside any trace, as in a health check, gets no span. */
export function traceStatement<Answer>(text: string, act: () => Promise<Answer>): Promise<Answer> {
  if (!traces || currentCause().trace === null) return act()
  const statement = withoutValues(text)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': statement }
  return inSpan(shortNameOf(statement), { kind: 'CLIENT', attributes }, act)
}

/** Traces one call of an outside service, by its host. */
export function traceCall<Answer>(service: string, host: string, act: () => Promise<Answer>): Promise<Answer> {
  if (!traces || currentCause().trace === null) return act()
  const attributes = { 'volante.service': service, 'server.address': host }
  return inSpan(`call ${service}`, { kind: 'CLIENT', attributes }, act)
}

async function inSpan<Result>(
  name: string,
  { kind, attributes }: Traced,
  act: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  if (!traces) return act(null)
  const { api, tracer } = traces
  const { trace } = currentCause()
  const parent = trace === null ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, contextOf(trace))
  const span = tracer.startSpan(name, { kind: api.SpanKind[kind], attributes }, parent)
  const { traceId, spanId, traceFlags } = span.spanContext()
  const traceParent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  try {
    return await becauseOf({ trace: traceParent }, () => act(span))
  } catch (error) {
    fail(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Marks a span as failed, with the kind of error only: the error's text may hold a name. */
function fail(span: Span | null, error?: unknown): void {
  span?.setStatus({ code: 2 })
  if (error instanceof Error) span?.setAttribute('error.type', error.name)
}

function contextOf(trace: string) {
  const [, traceId = '', spanId = '', flags = '00'] = trace.split('-')
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

const PARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Reads the trace that a header names, if it is valid. */
export function traceParentOf(header: string | null): string | null {
  return header !== null && PARENT.test(header) ? header : null
}

/** Longest text of a statement in a trace. */
const LONGEST = 2_000

/** Removes values from a statement: parameters are numbered (`$1`) already, and literals inside it are taken out. */
export function withoutValues(text: string): string {
  return text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '?')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$"])\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
}

/** Names a statement by its verb and first table: `select settlements`. */
function shortNameOf(statement: string): string {
  const [verb = 'query'] = statement.toLowerCase().split(/[\s;(]/, 1)
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]+)"?/i.exec(statement)?.[1]
  return table === undefined ? verb : `${verb} ${table}`
}
