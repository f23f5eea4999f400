import { type Week, readWeek, weekName } from '#domain/week.ts'
import { undoApproval } from '#features/settlements/commands.server.ts'
import { approveFinished } from '#features/weeks/approvals/commands.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatMoney } from '#messages/numbers.ts'
import { type Answer, type Call, needed } from './command.ts'
import { change, watched } from './work.ts'

// Killed in its midst by `test/crash.test.ts`, as `fleet-load.ts`.

export async function approve({ args, options, t }: Call): Promise<Answer> {
  const week = readWeek(needed(args[0], t))
  if (options['undo'] === true) return undo(week, t)
  const approval = await watched(weekName(week), options, t, (onProgress) =>
    change('week.approve', (deed) =>
      approveFinished(deed, week, { leaveUnmatched: options['leave-unmatched'] === true, onProgress }),
    ),
  )
  const { approved, already, withoutTerms, checks } = approval
  return {
    json: {
      week: args[0],
      approved: approved.map(({ ref, net, payable }) => ({ ref, net, payable })),
      already,
      without_terms: withoutTerms.map(({ ref }) => ref),
      checks: {
        sources_in: checks.sourcesIn,
        settled: checks.settled,
        unmatched: checks.unmatched,
        company: checks.company,
      },
    },
    text: t('cli.approved', { count: approved.length, already }),
  }
}

/** Takes the newest approval of the week back. */
async function undo(week: Week, t: Translator): Promise<Answer> {
  const { statements, net } = await change('week.undo-approval', (deed) =>
    undoApproval(deed, week, { reason: t('page.weekActs.undoing.usual') }),
  )
  return {
    json: { week: weekName(week), undone: statements, net },
    text: t('cli.undone', { count: statements, amount: formatMoney(net, t.language) }),
  }
}
