import { Refusal } from '#domain/refusal.ts'
import { drawNameForLogo, findLogo } from '#features/company/brand/queries.server.ts'
import { show } from '#web/answer.server.ts'
import type { Route } from './+types/logo.ts'

/**
 * The logo of the pages. Its hash is in its name, so that a browser may keep it for ever. If the file store is away, answers 503 with a
 * picture of the name: browsers show that, and without it a broken picture.
 */
export const loader = ({ params }: Route.LoaderArgs) =>
  show(async () => {
    try {
      const png = await findLogo(params.file.replace(/\.png$/, ''))
      if (!png) throw new Response(null, { status: 404 })
      return picture(png, 200, 'public, max-age=31536000, immutable')
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'store.unreachable')) throw error
      return picture(await drawNameForLogo(), error.status, 'no-store')
    }
  })

function picture(png: Uint8Array, status: number, cached: string): Response {
  return new Response(new Uint8Array(png), {
    status,
    headers: { 'content-type': 'image/png', 'cache-control': cached },
  })
}
