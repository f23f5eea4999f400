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
import { registerMessages } from './i18n.tsx'
import { dataOf } from './page-data.ts'

registerMessages('pt', pt)
registerMessages('en', en)

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const errors = Object.values(router.staticHandlerContext.errors ?? {})
  const trouble = context.get(troubleContext)
  // Without its data the page cannot show a form that was sent: tell the handler why.
  if (trouble) {
    trouble.isTooSlow ||= errors.some((error) => isRefusal(error, 'request.too-slow'))
    trouble.isDatabaseBusy ||= errors.some((error) => isRefusal(error, 'request.busy'))
    trouble.isDiskFull ||= errors.some((error) => isRefusal(error, 'disk.full'))
    trouble.isWithoutFiles ||= errors.some(
      (error) => isRefusal(error, 'store.unreachable') || isRefusal(error, 'disk.shut'),
    )
  }
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  // No page is hydrated as a whole, so its loader data does not travel with it.
  const { serverHandoffStream: _, staticHandlerContext, ...rest } = router
  const loaderData = dataOf(staticHandlerContext.loaderData)
  const drawn = { ...rest, staticHandlerContext: { ...staticHandlerContext, loaderData } }
  // No part of a page comes later than the rest: it is sent whole, with its length, in one write.
  const html = `<!DOCTYPE html>${renderToString(<ServerRouter context={drawn} url={request.url} />)}`
  const page = Buffer.from(html)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-length', String(page.byteLength))
  return new Response(page, { headers, status })
}

function isRefusal(error: unknown, code: RefusalCode): boolean {
  return isRouteErrorResponse(error) && error.data?.code === code
}

/** Refusals are answers, not errors. The handler is told that the database is away. Everything else is a defect, recorded under the id that the page shows. */
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
