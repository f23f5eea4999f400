import { z } from 'zod'
import { type NewDriverInput, driverFromRowInput } from '#features/fleet/drivers/schema.ts'
import { type NewVehicleInput, vehicleFromRowInput } from '#features/fleet/vehicles/schema.ts'

/**
 * `isSeparate`: their files were put together by name, but they are not the same person. `same`: the same person as another of the list (`new:ID`), or as a
 * driver of the fleet (`driver:ID`).
 */
type Driver = { id: string; record: NewDriverInput; isSeparate: boolean; same: string | null }
/**
 * `holder`: who has the car in the weeks of its rows: nobody says, a driver of the same list (`new:ID`), one of the fleet, or
 * as its trips say (`trips:…`).
 */
type Vehicle = { id: string; record: NewVehicleInput; holder: string }

/** `unticked`: the drivers of the list that were shown and are not to be created, by id. */
export type NewcomersInput = { drivers: Driver[]; vehicles: Vehicle[]; unticked: string[] }

const HOLDER = /^$|^(new|driver|trips):[\w-]+$/
const SAME = /^$|^(new|driver):[\w-]+$/
const OF_FLEET = /^driver:/

/**
 * The entries of the list that stay ticked (`driver-ID`, `vehicle-ID`), each with what was typed beside it: `name-ID`,
 * `email-ID`, `phone-ID`, `apart-ID`, `same-ID`; `plate-ID`, `holder-ID`. A name without its tick is somebody unticked,
 * unless they were said to be a driver of the fleet: then nobody is created.
 */
export const newcomersInput = z
  .record(z.string(), z.string().max(300, 'field.too-long'))
  .transform((fields, ctx): NewcomersInput => {
    const named = (what: string) =>
      Object.keys(fields).flatMap((name) => (name.startsWith(`${what}-`) ? [name.slice(what.length + 1)] : []))
    const text = (name: string, id: string) => fields[`${name}-${id}`] ?? ''
    const tell = (id: string, error: z.ZodError | undefined) => {
      for (const { path, message } of error?.issues ?? [])
        ctx.addIssue({ code: 'custom', message, path: [`${String(path[0])}-${id}`] })
    }

    const ticked = new Set([...named('driver'), ...named('name').filter((id) => OF_FLEET.test(text('same', id)))])
    const drivers = [...ticked].flatMap((id) => {
      const typed = { name: text('name', id), email: text('email', id), phone: text('phone', id) }
      const { data: record, error } = driverFromRowInput.safeParse(typed)
      tell(id, error)
      const same = text('same', id)
      if (!SAME.test(same)) ctx.addIssue({ code: 'custom', message: 'field.choice', path: [`same-${id}`] })
      return record ? [{ id, record, isSeparate: `apart-${id}` in fields, same: same || null }] : []
    })
    const vehicles = named('vehicle').flatMap((id) => {
      const typed = { plate: text('plate', id), make: '', model: '', rent: '' }
      const { data: record, error } = vehicleFromRowInput.safeParse(typed)
      tell(id, error)
      const holder = text('holder', id)
      if (!HOLDER.test(holder)) ctx.addIssue({ code: 'custom', message: 'field.choice', path: [`holder-${id}`] })
      return record ? [{ id, record, holder }] : []
    })
    const unticked = named('name').filter((id) => !ticked.has(id))
    if (ticked.size + named('vehicle').length + unticked.length === 0)
      ctx.addIssue({ code: 'custom', message: 'field.nobody', path: [''] })
    return { drivers, vehicles, unticked }
  })
