import { ZONE } from '#domain/week.ts'
import { saveDutyRules, noteDuty } from '#features/accounting/duties/commands.server.ts'
import { listDuties } from '#features/accounting/duties/queries.server.ts'
import { makeChange } from './change.server.ts'
import { photo } from './receipts.server.ts'

/** Number of hours before the end of the last day at which a duty is usually done. */
const HOURS_BEFORE = 30

/** Answers the company's questions about its duties, and does all due ones but the newest; one does not apply to it. */
export async function doDuties(since: Temporal.Instant, now: Temporal.Instant): Promise<void> {
  const lastYear = since.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ months: 5 })
  const rules = { vat: 'month', employs: false, withholds: true, invoices: true } as const
  await makeChange('duty.rules', since, (change) =>
    saveDutyRules(change, { ...rules, managersRecordOn: lastYear.toString() }),
  )
  const years = new Set([since, now].map((at) => at.toZonedDateTimeISO(ZONE).year))
  for (const year of years) {
    const due = (await listDuties(year, now)).filter(({ state }) => state === 'late')
    for (const { kind, period, by } of due.slice(0, -1)) {
      const at = Temporal.PlainDate.from(by).toZonedDateTime(ZONE).toInstant().subtract({ hours: HOURS_BEFORE })
      const doneAt = Temporal.Instant.compare(at, since) < 0 ? since : at
      const doneOn = doneAt.toZonedDateTimeISO(ZONE).toPlainDate().toString()
      const isOurs = kind !== 'profit-advance'
      const paper = new File([new Uint8Array(photo())], `${kind}.png`)
      await makeChange(isOurs ? 'duty.done' : 'duty.none', doneAt, (change) =>
        noteDuty(
          change,
          { year, kind, period },
          isOurs
            ? { doneOn, note: '', ...(kind === 'vat-payment' ? { paper } : {}) }
            : { doneOn: null, note: 'Sem coleta no ano anterior.' },
        ),
      )
    }
  }
}
