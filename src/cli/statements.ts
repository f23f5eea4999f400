import { readWeek } from '#domain/week.ts'
import { listSources } from '#features/settlements/frozen-settlements/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { formatAmount } from '#messages/numbers.ts'
import { type Answer, type Call, needed } from './command.ts'
import { statementJson } from './json.ts'

export async function showStatements({ args, t }: Call): Promise<Answer> {
  const week = readWeek(needed(args[0], t))
  const view = await getWeek(week)
  const drivers = await Promise.all(
    view.statements.map(async (statement) =>
      statementJson(statement, statement.settlement ? await listSources(statement.settlement) : new Map(), t),
    ),
  )
  const { sourcesIn, settled, unmatched, company } = view.checks
  const text = drivers
    .map(({ ref, name, net, payable }) =>
      [ref, name, formatAmount(net, t.language), formatAmount(payable, t.language)].join('\t'),
    )
    .join('\n')
  return { json: { week: args[0], drivers, checks: { sources_in: sourcesIn, settled, unmatched, company } }, text }
}
