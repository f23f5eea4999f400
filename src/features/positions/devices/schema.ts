import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import { choice, referenceOrNone, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The sender of fixes: an app on a phone, a tracker behind a server, that server itself, or files. */
export const DEVICE_KINDS = ['phone', 'tracker', 'server', 'file'] as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]
/** The kinds of device that the office makes. */
export const MADE_KINDS = ['phone', 'tracker', 'server'] as const

/** A device: of a car or of a person, except for a server; `knownAs` is the server's name for it. */
export const deviceRecord = record(
  {
    kind: choice(MADE_KINDS, (kind) => `page.positions.devices.kinds.${kind}`),
    name: text(80, { required: true }),
    vehicleId: referenceOrNone('page.positions.devices.noCar'),
    driverId: referenceOrNone('page.positions.devices.nobody'),
    knownAs: text(100),
  },
  (name) => `page.positions.devices.fields.${name}`,
  undefined,
  { logged: 'device', tells: { kind: 'state', name: 'words', vehicleId: 'link', driverId: 'link', knownAs: 'work' } },
)

export const deviceInput = deviceRecord.input.superRefine(({ kind, vehicleId, driverId, knownAs }, ctx) => {
  const count = Number(vehicleId !== null) + Number(driverId !== null)
  if (count !== (kind === 'server' ? 0 : 1))
    ctx.addIssue({ code: 'custom', path: ['vehicleId'], message: 'field.one-of-both' })
  if (kind === 'tracker' && knownAs === '')
    ctx.addIssue({ code: 'custom', path: ['knownAs'], message: 'field.required' })
})
export type DeviceInput = z.output<typeof deviceInput>

/** A device as a page shows it. `counts`: its fixes of the last seven days, by outcome. */
export type Device = {
  id: number
  kind: DeviceKind
  name: string
  car: { id: string; plate: string } | null
  driver: DriverName | null
  knownAs: string | null
  ends: string | null
  madeAt: string
  lastSeenAt: string | null
  counts: Partial<Record<string, number>>
}
