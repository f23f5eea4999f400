import { type Week, readWeek, sunday, weekName } from '#domain/week.ts'
import { listOpenWeeksBefore } from '#features/fleet/open-weeks/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { readFleet } from '#features/papers/readiness/queries.server.ts'
import { undoApproval } from '#features/settlements/commands.server.ts'
import { approveFinished } from '#features/weeks/approvals/commands.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatMoney } from '#messages/numbers.ts'
import { type Answer, type Call, needed } from './command.ts'
import { missingJson, missingName } from './may-drive.ts'
import { makeChange, watched } from './work.ts'

// `test/crash.test.ts` kills this command while it works, like `fleet-load.ts`.

export async function approve({ args, options, t }: Call): Promise<Answer> {
  const week = readWeek(needed(args[0], t))
  if (options['undo'] === true) return undo(week, t)
  const approval = await watched(weekName(week), options, t, (onProgress) =>
    makeChange('week.approve', (change) =>
      approveFinished(change, week, { leaveUnmatched: options['leave-unmatched'] === true, onProgress }),
    ),
  )
  const { approved, already, withoutTerms, checks } = approval
  const barredDrivers = await listBarredDriversOf(
    approved.map(({ ref }) => ref),
    week,
  )
  const earlier = await listOpenWeeksBefore(week)
  return {
    json: {
      week: args[0],
      approved: approved.map(({ ref, net, payable }) => ({ ref, net, payable })),
      already,
      earlier_open: earlier.map(weekName),
      may_not_drive: barredDrivers.map(({ ref, missing }) => ({ ref, missing: missing.map(missingJson) })),
      without_terms: withoutTerms.map(({ ref }) => ref),
      checks: {
        sources_in: checks.sourcesIn,
        settled: checks.settled,
        unmatched: checks.unmatched,
        company: checks.company,
      },
    },
    text: [
      t('cli.approved', { count: approved.length, already }),
      ...earlier.map((open) => t('cli.earlierOpen', { week: weekName(open) })),
      ...barredDrivers.map(({ ref, name, missing }) =>
        t('cli.mayNotDrive', {
          driver: `${name} (${ref})`,
          what: missing.map((requirement) => missingName(requirement, t)).join(', '),
        }),
      ),
    ].join('\n'),
  }
}

/** Takes the newest approval of the week back. */
async function undo(week: Week, t: Translator): Promise<Answer> {
  const { statements, net } = await makeChange('week.undo-approval', (change) =>
    undoApproval(change, week, { reason: t('page.weekActs.undoing.usual') }),
  )
  return {
    json: { week: weekName(week), undone: statements, net },
    text: t('cli.undone', { count: statements, amount: formatMoney(net, t.language) }),
  }
}

/**
 * Lists who of the approved drivers may not drive on the last day of the week, or today while it runs: this is only
 * reported and stops nothing.
 */
async function listBarredDriversOf(refs: readonly string[], week: Week) {
  const [last, today] = [sunday(week).toString(), dayAt(Temporal.Now.instant())]
  const { drivers } = await readFleet(last < today ? last : today)
  return drivers.filter(({ ref, may }) => !may && refs.includes(ref))
}
