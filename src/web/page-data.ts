import type { LoaderFunction } from 'react-router'

/**
 * Wraps a loader so that it returns its data as a function, which saves work: the framework encodes the data of every
 * page for hydration, before it renders the page. No page of this site is hydrated, and functions are not encoded.
 */
export function withoutEncoding(loader: LoaderFunction): LoaderFunction {
  return async (args) => {
    const data = await loader(args)
    return isPlain(data) ? () => data : data
  }
}

/** Calls these functions: the data of each route, as its loader returned it. */
export function dataOf(handed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(handed).map(([id, data]) => [id, typeof data === 'function' ? data() : data]),
  )
}

/** The framework recognises a response, or data with its own status, by the class. These stay as they are. */
function isPlain(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.getPrototypeOf(data) === Object.prototype
}
