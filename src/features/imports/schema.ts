import { z } from 'zod'

/** Whose a name of a file is, as a form says it: `driver:<id>`, `vehicle:<id>` or `company`. */
export const ownerInput = z
  .object({
    owner: z.union(
      [z.literal('company'), z.templateLiteral(['driver:', z.guid()]), z.templateLiteral(['vehicle:', z.guid()])],
      'field.choice',
    ),
  })
  .transform(({ owner }) => {
    const id = owner.slice(owner.indexOf(':') + 1)
    if (owner === 'company') return { company: true as const }
    return owner.startsWith('driver:') ? { driverId: id } : { vehicleId: id }
  })
