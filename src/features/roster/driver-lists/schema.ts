import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import type { FinancialSettings } from '#domain/financial-settings.ts'
import type { ListField, ListProblem } from '#domain/driver-list.ts'
import { LONGEST_LIST } from '#domain/listed.ts'

/** What a line brings to a driver. `from`: what stands there now and is replaced: an IBAN, which then waits, or its holder. */
export type ListChange = { field: ListField; to: string; from: string | null }

/** Worth a look: what is kept as it is written, or stays as the record has it. */
export type ListWarning = {
  code:
    | 'nif-wrong'
    | 'phone-wrong'
    | 'plate-unusual'
    | 'differs'
    | 'terms-stay'
    | 'car-held'
    | 'name-twice'
    | 'iban-twice'
  field: ListField
  found: string
}

/**
 * One line of the list: somebody new, somebody of the fleet and by what, or only a likeness of names, which is asked.
 * `likely` is the one driver of exactly that name and no other NIF; `answers` are what the line brings to whoever it may be said to be,
 * `null` to somebody new.
 */
export type ListLine = {
  line: number
  name: string
  who:
    | { is: 'new' }
    | { is: 'known'; driver: DriverName; by: 'nif' | 'email' | 'phone' }
    | { is: 'asked'; drivers: readonly DriverName[]; likely: string | null; answers: readonly ListAnswer[] }
  changes: readonly ListChange[]
  warnings: readonly ListWarning[]
}

/** The changes of a line if it is this driver; `null`: somebody new. */
export type ListAnswer = { id: string | null; changes: readonly ListChange[] }

export type ListProposal = {
  /** What is understood, and taken in after one look; with none, nothing of the list is. */
  lines: readonly ListLine[]
  /** Lines that stay out until they are corrected, by their numbers. */
  left: readonly number[]
  problems: readonly ListProblem[]
  unused: readonly string[]
  unnamed: readonly string[]
  /** Lines that are sums and nobody. */
  sums: readonly number[]
  /** The Monday from which terms of the list count. */
  termsFrom: string
  /** What the company's usual terms ask of each regime in that week: cents, basis points, cents, basis points. */
  usual: Pick<FinancialSettings, 'slotFee' | 'rentalFee' | 'rent' | 'splitShare'>
  /** A hash of what the list would do, so that nothing else is done. */
  fingerprint: string
  /** Whether it touches money as it is proposed; what is answered may touch more, or less (`takeListIn`). */
  hasMoney: boolean
}

/** Whether any of this needs who may move money: an account, its holder, terms. */
export function touchesMoney(changes: readonly ListChange[]): boolean {
  return changes.some(({ field }) => field === 'iban' || field === 'holder' || field === 'regime')
}

/** The list again, what it was seen to do, and who the asked lines are: `who-LINE` is `new` or a driver. */
export const takeListInput = z
  .record(z.string(), z.string().max(LONGEST_LIST, 'field.too-long'))
  .transform((fields, ctx) => {
    const answers = new Map<number, string>()
    for (const [name, value] of Object.entries(fields)) {
      const line = /^who-(\d{1,6})$/.exec(name)?.[1]
      if (!line) continue
      if (value !== 'new' && !z.guid().safeParse(value).success)
        ctx.addIssue({ code: 'custom', path: [name], message: 'field.choice' })
      answers.set(Number(line), value)
    }
    return { text: fields['text'] ?? '', fingerprint: fields['fingerprint'] ?? '', answers }
  })
export type TakeListInput = z.output<typeof takeListInput>
