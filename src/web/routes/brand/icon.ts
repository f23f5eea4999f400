import { drawIcon } from '#features/company/brand/queries.server.ts'
import { ICON_SIZES, iconAddress } from '#web/shell/icons.ts'
import type { Route } from './+types/icon.ts'

/** The mark as a phone shows it among its applications: `/icons/192.png`. */
export const loader = async ({ url }: Route.LoaderArgs) => {
  const size = ICON_SIZES.find((one) => iconAddress(one) === url.pathname)
  if (!size) throw new Response(null, { status: 404 })
  return new Response(new Uint8Array(await drawIcon(size)), { headers: { 'content-type': 'image/png' } })
}
