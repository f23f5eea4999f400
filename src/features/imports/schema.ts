import { z } from 'zod'

/**
 * The owner of rows in a form. `driver:<id>` and `vehicle:<id>` hold for all rows with the same name,
 * `company-always` for all rows of a card or a car, and `company` only for the rows in question.
 */
export const ownerInput = z
  .object({
    owner: z.union(
      [
        z.enum(['company', 'company-always']),
        z.templateLiteral(['driver:', z.guid()]),
        z.templateLiteral(['vehicle:', z.guid()]),
      ],
      'field.choice',
    ),
  })
  .transform(({ owner }) => {
    const id = owner.slice(owner.indexOf(':') + 1)
    if (owner === 'company') return 'rows' as const
    if (owner === 'company-always') return { company: true as const }
    return owner.startsWith('driver:') ? { driverId: id } : { vehicleId: id }
  })
