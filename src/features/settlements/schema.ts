import { line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The reason why a statement is voided. */
export const voiding = record({ reason: line() }, () => 'page.weekActs.voidOne.reason')
