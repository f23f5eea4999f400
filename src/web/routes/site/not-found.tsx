import { data } from 'react-router'
import { NotFound } from '#web/shell/trouble.tsx'

/** Every path nobody knows, in the language it was asked in. */
export const loader = () => data(null, 404)

export default function NotFoundScreen() {
  return <NotFound />
}
