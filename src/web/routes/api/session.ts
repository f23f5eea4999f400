import { userContext } from '#web/context.ts'
import type { Route } from './+types/session.ts'

export const loader = ({ context }: Route.LoaderArgs) => Response.json({ user: context.get(userContext) })
