import { readWeek } from '#domain/week.ts'
import { getWeekOutline } from '#features/weeks/queries.server.ts'
import { statusSentence } from '#features/weeks/status/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { type Answer, type Call, needed } from './command.ts'

/** Shows the status of a week, as every page does. */
export async function showWeekStatus({ args, t }: Call): Promise<Answer> {
  const { status } = await getWeekOutline(readWeek(needed(args[0], t)), Temporal.Now.instant())
  const { name, state, word, asks, hasBegun, sources, toDecide, drivers, net, toPay, batchDay } = status
  const sentence = statusSentence(status, t)
  const sums = hasBegun
    ? t('cli.weekSums', { count: drivers, net: formatMoney(net, t.language), toPay: formatMoney(toPay, t.language) })
    : ''
  return {
    json: {
      week: name,
      state,
      next: word,
      sentence,
      asks,
      missing: sources,
      to_decide: toDecide,
      drivers,
      net: hasBegun ? net : null,
      to_pay: hasBegun ? toPay : null,
      execution_on: batchDay,
    },
    text: [t(`page.week.states.${state}`), sentence, sums].filter(Boolean).join('\n'),
  }
}
