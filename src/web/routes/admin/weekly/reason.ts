import { line } from '#forms/fields.ts'

/** Why something was taken back or paid otherwise: always said, kept with the record. */
export const reasonInput = line()
