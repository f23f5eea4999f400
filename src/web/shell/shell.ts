import { isRouteErrorResponse, type RouterContextProvider, useRouteError, useRouteLoaderData } from 'react-router'
import type { User } from '#domain/access.ts'
import { requestContext, userContext } from '#web/context.ts'
import type { Brand } from './brand.ts'
import { type ColourMode, colourModeOf } from './colour-mode.ts'

/** What the shell of every page knows. */
export type Shell = {
  user: User | null
  colourMode: ColourMode
  brand: Partial<Brand> | null
  requestId: string
  origin: string
  year: number
}

/** Read by the root loader; a guard that refuses before loaders run sends it along with its refusal. */
export function shellOf(request: Request, context: Readonly<RouterContextProvider>): Shell {
  const { id, now } = context.get(requestContext)
  return {
    user: context.get(userContext),
    colourMode: colourModeOf(request),
    brand: null,
    requestId: id,
    origin: new URL(request.url).origin,
    year: now.toZonedDateTimeISO('Europe/Lisbon').year,
  }
}

/** `null` only when the root loader itself failed. */
export function useShell(): Shell | null {
  const loaded = useRouteLoaderData<Shell>('root')
  const error = useRouteError()
  if (loaded) return loaded
  return isRouteErrorResponse(error) && carriesShell(error.data) ? error.data.shell : null
}

function carriesShell(value: unknown): value is { shell: Shell } {
  return typeof value === 'object' && value !== null && 'shell' in value
}
