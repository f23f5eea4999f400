import { coloursAt } from '#web/shell/brand-colours.ts'
import type { Route } from './+types/colours.ts'

/** The style sheet of the brand colour in its file name. */
export const loader = ({ params }: Route.LoaderArgs) => {
  const sheet = coloursAt(`/brand/colours/${params.file}`)
  if (sheet === null) throw new Response(null, { status: 404 })
  return new Response(sheet, {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
