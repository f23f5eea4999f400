/** What is allowed of a push service: its host, or all under it; `port` where somebody named a service of their own. */
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
 * Whether an address that a browser named is of a push service of the list, and how far it may lead: `public` to addresses of the
 * internet alone; `own` to wherever the operator put a service, named with its port. `null`: no message goes there.
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
