import { Refusal } from '#domain/refusal.ts'
import { showDay, showOwn, writeTrack } from '#features/positions/queries.server.ts'
import { actorOf, show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/tracking-day-file.ts'
import { lookerOf } from './own-look.ts'

/** A day of the reader's with a car, as GPX. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const { days } = await showOwn(driver, now)
    const chosen = days.find(({ day, vehicleId }) => day === params.day && vehicleId === params.car)
    if (!chosen) throw new Refusal('record.not-found')
    const look = { by: lookerOf(actorOf(context)), reason: '', now }
    const { name, bytes } = writeTrack(await showDay(look, { ...chosen, ownDriver: driver, what: 'export' }))
    return attachment(name, bytes, 'application/gpx+xml')
  })
