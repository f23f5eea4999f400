import { leaveUndone, restartWork, restartAllWork } from '#features/system/given-up/commands.server.ts'
import { listGivenUp } from '#features/system/given-up/queries.server.ts'
import { type GivenUp, leaveRecord } from '#features/system/given-up/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { type Answer, type Call, needed, writtenAs } from './command.ts'
import { makeChange } from './work.ts'

/** Lists work that was given up, with the error of each, and work that somebody left undone. */
export async function listWork({ t }: Call): Promise<Answer> {
  const { open, left } = await listGivenUp()
  const lines = [
    ...open.map((work) => line(work, t)),
    ...left.map((work) => `${line(work, t)}\t${t('cli.workIsLeft')}`),
  ]
  return {
    json: { open: open.map(givenUpJson), left: left.map(givenUpJson) },
    text: lines.length === 0 ? t('cli.workNone') : lines.join('\n'),
    failed: open.length > 0,
  }
}

function givenUpJson({ id, task, orderedAt, endedAt, tries, error, comes }: GivenUp) {
  return { id, task, ordered_at: orderedAt, ended_at: endedAt, tries, error, comes_again: comes }
}

function line({ id, task, endedAt, tries, error, comes }: GivenUp, t: Translator): string {
  const what = t.find(`page.givenUp.undone.${task}`) ?? t('page.givenUp.unknown')
  const again = `${t('page.givenUp.columns.comes')}: ${t(`page.givenUp.comes.${comes ?? 'never'}`)}`
  return [id, task, formatInstant(endedAt, t.language), tries, what, again, (error ?? '').replaceAll(/\s+/g, ' ')].join(
    '\t',
  )
}

/** Does again one piece of work that was given up, or all of it. */
export async function workAgain({ args, t }: Call): Promise<Answer> {
  const id = needed(args[0], t)
  const count =
    id === 'all'
      ? await makeChange('work.all-again', restartAllWork)
      : await makeChange('work.again', (change) => restartWork(change, id)).then(() => 1)
  return { json: { again: count }, text: t('cli.workAgainDone', { count }) }
}

export async function leaveWork({ args, options, t }: Call): Promise<Answer> {
  const id = needed(args[0], t)
  const { reason } = writtenAs(leaveRecord.input, { reason: needed(options['reason'], t) }, t)
  await makeChange('work.leave', (change) => leaveUndone(change, id, reason))
  return { json: { left: id }, text: t('cli.workLeft') }
}
