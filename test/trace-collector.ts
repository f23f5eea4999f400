import { once } from 'node:events'
import { createServer } from 'node:http'

type Value = { stringValue?: string; intValue?: number | string }
type Sent = {
  resourceSpans: {
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        kind: number
        status: { code?: number }
        attributes: { key: string; value: Value }[]
      }[]
    }[]
  }[]
}
export type ReceivedSpan = {
  trace: string
  id: string
  parent: string | null
  name: string
  failed: boolean
  attributes: Record<string, string | number | undefined>
}

/** A collector of traces in this process, OTLP over HTTP with JSON; `said` has every request as it came. */
export async function aTraceCollector() {
  const spans: ReceivedSpan[] = []
  const said: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      said.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`, text)
      for (const { scopeSpans } of (JSON.parse(text) as Sent).resourceSpans)
        for (const { spans: some } of scopeSpans)
          for (const { traceId, spanId, parentSpanId, name, status, attributes } of some)
            spans.push({
              trace: traceId,
              id: spanId,
              parent: parentSpanId ? parentSpanId : null,
              name,
              failed: status.code === 2,
              attributes: Object.fromEntries(
                attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
              ),
            })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    said: () => said.join('\n'),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
