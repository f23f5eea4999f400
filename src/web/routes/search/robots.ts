import { publicAddress } from '#web/site-address.server.ts'
import type { Route } from './+types/robots.ts'

/** Everything is open to be read: what is private asks for a sign-in and says `noindex` itself. */
export const loader = ({ request }: Route.LoaderArgs) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${publicAddress(request)}/sitemap.xml\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
