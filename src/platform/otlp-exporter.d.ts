/** The used part of an optional package, so that types can be checked where it is not installed. */
declare module '@opentelemetry/exporter-trace-otlp-http' {
  import type { SpanExporter } from '@opentelemetry/sdk-trace'
  export const OTLPTraceExporter: new () => SpanExporter
}
