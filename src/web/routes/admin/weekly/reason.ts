import { z } from 'zod'

/** Why something was taken back or paid otherwise: always said, kept with the record. */
export const reasonInput = z.string('field.required').trim().min(1, 'field.required').max(200, 'field.too-long')
