import { redirect } from 'react-router'
import { readForm } from '#web/read-form.server.ts'
import { pathOnThisSite } from '#web/same-origin.ts'
import { colourCookie, colourModeOf } from '#web/shell/colour-mode.ts'
import type { Route } from './+types/colour-mode.ts'

/** Switches the colour mode without a script, for a year, and redirects back to the page. */
export const action = async ({ request }: Route.ActionArgs) => {
  const back = (await readForm(request)).get('back')
  const mode = colourModeOf(request) === 'dark' ? 'light' : 'dark'
  return redirect(pathOnThisSite(typeof back === 'string' ? back : null) ?? '/', {
    status: 303,
    headers: { 'set-cookie': colourCookie(mode) },
  })
}
