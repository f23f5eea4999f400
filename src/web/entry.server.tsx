import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import type { RefusalCode } from '#domain/refusal.ts'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { log } from '#platform/log.ts'
import { isDatabaseBusy, isDatabaseLost } from '#platform/trouble.ts'
import { requestContext, troubleContext } from './context.ts'
import { bringWords } from './i18n.tsx'

bringWords('pt', pt)
bringWords('en', en)

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const errors = Object.values(router.staticHandlerContext.errors ?? {})
  const trouble = context.get(troubleContext)
  // Where the page itself could not be read, a form that was sent has no place on it.
  if (trouble) {
    trouble.isTooSlow ||= errors.some((error) => isRefusal(error, 'request.too-slow'))
    trouble.isDatabaseBusy ||= errors.some((error) => isRefusal(error, 'request.busy'))
    trouble.isDiskFull ||= errors.some((error) => isRefusal(error, 'disk.full'))
    trouble.isWithoutFiles ||= errors.some((one) => isRefusal(one, 'store.unreachable') || isRefusal(one, 'disk.shut'))
  }
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  // No page goes on in the browser, so the data a page was made from does not travel with it.
  const { serverHandoffStream: _, ...drawn } = router
  // Nothing on a page comes later than the rest: it is sent whole, with its length, in one write.
  const html = `<!DOCTYPE html>${renderToString(<ServerRouter context={drawn} url={request.url} />)}`
  const page = Buffer.from(html)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-length', String(page.byteLength))
  return new Response(page, { headers, status })
}

function isRefusal(error: unknown, code: RefusalCode): boolean {
  return isRouteErrorResponse(error) && error.data?.code === code
}

/** Refusals are answers, not errors; that the database is away is told to who answers; everything else is a defect and is recorded under the id the page shows. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { id } = context.get(requestContext)
  const trouble = context.get(troubleContext)
  if (trouble && isDatabaseLost(error)) {
    const isBusy = isDatabaseBusy(error)
    trouble[isBusy ? 'isDatabaseBusy' : 'isDatabaseLost'] = true
    log.warn({ err: error, request: id }, isBusy ? 'the database has no connection left' : 'the database is away')
    return
  }
  log.error({ err: error, request: id, method: request.method, path: new URL(request.url).pathname }, 'defect')
}
