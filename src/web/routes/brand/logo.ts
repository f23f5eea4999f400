import { findLogo } from '#features/company/brand/queries.server.ts'
import { show } from '#web/answer.server.ts'
import type { Route } from './+types/logo.ts'

/** The logo that the pages show at this moment; its hash is in its name, so that a browser may keep it for ever. */
export const loader = async ({ params }: Route.LoaderArgs) => {
  const png = await show(() => findLogo(params.file.replace(/\.png$/, '')))
  if (!png) throw new Response(null, { status: 404 })
  return new Response(new Uint8Array(png), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
