import { sessionOf } from '#web/session.server.ts'
import type { Route } from './+types/session.ts'

/** Who is signed in, for pages that the server did not render for this person. */
export const loader = ({ context }: Route.LoaderArgs) => {
  const session = sessionOf(context)
  return Response.json(session ? describeSession(session) : { user: null }, {
    headers: { 'cache-control': 'no-store' },
  })
}

function describeSession({ user, emailVerified, endsAt }: NonNullable<ReturnType<typeof sessionOf>>) {
  const { uid, email, displayName, role } = user
  return {
    user: { uid, email, displayName, role, isAdmin: role === 'admin', isDriver: role !== 'admin', emailVerified },
    expiresAt: endsAt.toString(),
  }
}
