import type { LineCode } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import type { Translator } from './catalogue.ts'
import { weekNumber } from './dates.ts'

type Labelled = { code: LineCode; adjustment: { about: Week | null } | null }

/** What a line of a statement is called: by its code, and an adjustment of an earlier week by that week too. */
export function lineLabel({ code, adjustment }: Labelled, t: Translator): string {
  const number = adjustment?.about ? weekNumber(adjustment.about) : ''
  return t(`page.payLines.${code}`, { number })
}
