import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { withoutLanguage } from '#messages/language.ts'
import { log } from '#platform/log.ts'
import { isDatabaseLost } from '#platform/trouble.ts'
import { requestContext, troubleContext } from './context.ts'
import { bringWords } from './i18n.tsx'
import { isPanel } from './links.tsx'

bringWords('pt', pt)
bringWords('en', en)

/** How long a page may wait for what it streams; React Router stops waiting a second earlier. */
export const streamTimeout = 10_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  // Public pages are kept and served again: they carry no nonce, and no script that would need one.
  const hydrates = isPanel(withoutLanguage(new URL(request.url).pathname))
  const allowed = hydrates ? { nonce: context.get(requestContext).nonce } : {}

  return new Promise((resolve, reject) => {
    let answered = status
    let hasShell = false
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={ofThisPage(router)} url={request.url} {...allowed} />,
      {
        ...allowed,
        // Whoever has no scripts sees all of it: no part comes after the rest, to be put in place by one.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          hasShell = true
        },
        onShellError: reject,
        // Nothing on a page comes later than the rest: it is sent whole, with its length, in one write.
        onAllReady() {
          clearTimeout(timer)
          const chunks: Uint8Array[] = []
          pipe(
            new Writable({
              write(chunk: Uint8Array, _, done) {
                chunks.push(chunk)
                done()
              },
              final(done) {
                const page = Buffer.concat(chunks)
                headers.set('content-type', 'text/html; charset=utf-8')
                headers.set('content-length', String(page.byteLength))
                resolve(new Response(page, { headers, status: answered }))
                done()
              },
            }),
          )
        },
        onError(error: unknown) {
          answered = 500
          // Before there is a page the error rejects, and is recorded by `handleError`.
          if (hasShell && !request.signal.aborted)
            log.error({ err: error, request: context.get(requestContext).id }, 'page broke while it was made')
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}

/**
 * The routes of this page and no others: React Router builds all it is given anew for each page. Where links lead is
 * looked for by the browser in any case.
 */
function ofThisPage(router: EntryContext): EntryContext {
  const { matches } = router.staticHandlerContext
  const routes = Object.fromEntries(matches.map(({ route: { id } }) => [id, router.manifest.routes[id]]))
  return { ...router, manifest: { ...router.manifest, routes } }
}

/** Refusals are answers, not errors; that the database is away is told to who answers; everything else is a defect and is recorded under the id the page shows. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { id } = context.get(requestContext)
  const trouble = context.get(troubleContext)
  if (trouble && isDatabaseLost(error)) {
    trouble.isDatabaseLost = true
    log.warn({ err: error, request: id }, 'the database is away')
    return
  }
  log.error({ err: error, request: id, method: request.method, path: new URL(request.url).pathname }, 'defect')
}
