import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { requestContext } from './context.ts'
import type { Screens } from './handler.server.ts'

/**
 * What answers requests: the build's pages and files. A file that is refused is refused in JSON; a reader who asked for
 * a page gets the page that says why, with the same status.
 */
export function createScreens(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: 'production' | 'development',
): Screens {
  const screens = createRequestHandler(build, mode)
  const pages = createRequestHandler(
    typeof build === 'function' ? async () => withPages(await build()) : withPages(build),
    mode,
  )
  return async (request, context) => {
    const answer = await screens(request, context)
    if (!isRefusedFile(request, answer)) return answer
    const again = new RouterContextProvider()
    again.set(requestContext, context.get(requestContext))
    const page = await pages(request, again)
    // What is there by now was not when it was asked for.
    if (page.status !== answer.status) return answer
    for (const value of answer.headers.getSetCookie()) page.headers.append('set-cookie', value)
    return page
  }
}

function isRefusedFile({ method, headers }: Request, answer: Response): boolean {
  const type = answer.headers.get('content-type') ?? ''
  return (
    answer.status >= 400 &&
    /^(application\/json|text\/plain)\b/i.test(type) &&
    method === 'GET' &&
    /\btext\/html\b/i.test(headers.get('accept') ?? '')
  )
}

/** The same build, with an empty page where a file is: refused, it is shown by the layout around it. */
function withPages(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route || route.module.default || route.module.ErrorBoundary) return [id, route]
    return [id, { ...route, module: { ...route.module, default: Nothing } }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

function Nothing() {
  return null
}
