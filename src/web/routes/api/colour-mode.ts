import { redirect } from 'react-router'
import { colourCookie, colourModeOf } from '#web/shell/colour-mode.ts'
import type { Route } from './+types/colour-mode.ts'

/** The colour toggle without a script: the other mode, for a year, and back to the page. */
export const action = async ({ request }: Route.ActionArgs) => {
  const back = (await request.formData()).get('back')
  const mode = colourModeOf(request) === 'dark' ? 'light' : 'dark'
  return redirect(localPath(back), { status: 303, headers: { 'set-cookie': colourCookie(mode) } })
}

/** Only a path of this site: neither another host nor `//host` nor a backslash. */
function localPath(back: FormDataEntryValue | null): string {
  return typeof back === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(back) ? back : '/'
}
