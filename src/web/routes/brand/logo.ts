import { Refusal } from '#domain/refusal.ts'
import { drawNameForLogo, findLogo } from '#features/company/brand/queries.server.ts'
import { show } from '#web/answer.server.ts'
import type { Route } from './+types/logo.ts'

/**
 * The logo that the pages show at this moment; its hash is in its name, so that a browser may keep it for ever. Where the store of files
 * is away, the picture of a 503 is the name: browsers show that one, and in place of none a broken one.
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
