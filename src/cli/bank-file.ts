import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { readDay, readWeek } from '#domain/week.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { againInput } from '#features/payments/schema.ts'
import { type Answer, type Call, needed, writtenAs } from './command.ts'
import { makeChange } from './work.ts'

export async function writeBankFile({ args, options, t, fromCaller }: Call): Promise<Answer> {
  const week = readWeek(needed(args[0], t))
  const out = needed(options['out'], t)
  const day = chosenDay(options['date'])
  const { again } = writtenAs(againInput, { again: options['again'] }, t)
  const file = await makeChange('batch.export', (change) =>
    exportBatch(change, week, { ...(day ? { executionOn: day } : {}), again }),
  )
  const path = fromCaller(out)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, file.bytes)
  return {
    json: {
      transactions: file.transactions,
      control_sum: file.controlSum,
      execution_on: file.executionOn,
      blocked: file.blocked.map(({ ref, reason }) => ({ ref, reason })),
      again: file.again.map(({ ref }) => ({ ref })),
      file: out,
    },
    text: [
      t('cli.sepaWritten', { count: file.transactions, sum: formatMoney(file.controlSum, t.language), path: out }),
      ...file.again.map(({ ref, name }) => t('cli.sepaAgain', { ref, name })),
      ...file.blocked.map(({ ref, name, reason }) =>
        t('cli.sepaBlocked', { ref, name, reason: t(`cli.blocked.${reason}`) }),
      ),
    ].join('\n'),
  }
}

/** Reads the day on which the bank is asked to pay; an unreadable day is refused, never ignored. */
function chosenDay(typed: unknown): Temporal.PlainDate | null {
  if (typeof typed !== 'string') return null
  const day = readDay(typed)
  if (day === null) throw new Refusal('payment.day-unread', { typed })
  return day
}
