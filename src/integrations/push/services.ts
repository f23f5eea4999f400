/** An allowed push service: its host, or all hosts under it; `port` where somebody named a service of their own. */
type Allowed = { host: string; under: boolean; port: string | null }

/** Reads a list of push services, separated by spaces or commas: `host`, `*.host`, or `host:port`. */
function allowedIn(services: string): Allowed[] {
  return services
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((named) => {
      const { under, host = '', port } = /^(?<under>\*\.)?(?<host>.*?)(?::(?<port>\d+))?$/.exec(named)?.groups ?? {}
      return { host, under: under !== undefined, port: port ?? null }
    })
}

/**
 * Answers whether a browser's address belongs to a push service of the list, and where it may lead: `public` only to
 * the internet; `own` to anywhere, since the operator named the service with its port. `null`: no message goes there.
 */
export function pushServiceOf(endpoint: string, services: string): 'public' | 'own' | null {
  const url = URL.parse(endpoint)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  const { hostname, port } = url
  const found = allowedIn(services).find(
    ({ host, under, port: named }) =>
      (under ? hostname.endsWith(`.${host}`) : hostname === host) &&
      (named === null ? port === '' : named === (port || '443')),
  )
  if (!found) return null
  return found.port === null ? 'public' : 'own'
}
