import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import type { User } from '#domain/access.ts'
import type { Brand } from '#messages/brand.ts'
import type { Measuring } from '#web/measuring/measuring.ts'
import type { ColourMode } from './colour-mode.ts'

/** `spec`: the address without /en is canonical for both languages. `self`: each language is its own. */
export type Canonical = 'spec' | 'self'

/** The data that the shell of every page needs. */
export type Shell = {
  user: User | null
  colourMode: ColourMode
  brand: Brand
  requestId: string
  origin: string
  canonical: Canonical
  /** The kinds of measuring that are allowed, and the visitor's answer; `null` if nothing is measured. */
  measuring: Measuring | null
  year: number
  /** Filled with the invented fleet: no real installation. */
  isDemonstration: boolean
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
