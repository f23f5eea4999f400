import { drawIcon } from '#features/company/brand/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { CUT_SIZES, ICON_SIZES, cutIconAddress, iconAddress } from '#web/shell/icons.ts'
import type { Route } from './+types/icon.ts'

/** The mark as a phone shows it among its applications: `/icons/192.png`, and `/icons/cut-192.png` to be cut to a circle. */
export const loader = async ({ url }: Route.LoaderArgs) => {
  const whole = ICON_SIZES.find((iconSize) => iconAddress(iconSize) === url.pathname)
  const cut = CUT_SIZES.find((cutSize) => cutIconAddress(cutSize) === url.pathname)
  const size = whole ?? cut
  if (!size) throw new Response(null, { status: 404 })
  const bytes = await show(() => drawIcon(size, { isCut: cut !== undefined }))
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/png' } })
}
