import { line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Why one statement counts no more. */
export const voiding = record({ reason: line() }, () => 'page.weekActs.voidOne.reason')
