import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

/*
 * Loaded into a site before anything else (`NODE_OPTIONS=--import`): sends its HTTPS requests for `REROUTED_HOST` to
 * `REROUTED_TO` on this machine. Street tiles come only from machines on the internet, and no journey goes there.
 */
const { REROUTED_HOST: host, REROUTED_TO: to } = process.env
const request = https.request

function rerouted(url: string | URL | https.RequestOptions, ...rest: unknown[]): http.ClientRequest {
  const asked = typeof url === 'string' || url instanceof URL ? new URL(url) : null
  if (asked === null || asked.hostname !== host || to === undefined)
    return Reflect.apply(request, https, [url, ...rest])
  const [options, answered] = rest as [https.RequestOptions, (answer: http.IncomingMessage) => void]
  const { signal, headers = {} } = options
  return http.request(`${to}${asked.pathname}`, { headers, agent: false, ...(signal ? { signal } : {}) }, answered)
}

https.request = rerouted
syncBuiltinESMExports()
