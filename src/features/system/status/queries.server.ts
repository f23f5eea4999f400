import { getBackupState, listBackups } from '#features/system/backups/queries.server.ts'
import type { BackupState, ListedBackup } from '#features/system/backups/schema.ts'
import { readGauges } from '#features/system/gauges/queries.server.ts'
import { gigabytes, isLow } from '#platform/space.ts'
import type { Check } from './schema.ts'

type StatusFacts = { last: ListedBackup | null; state: BackupState; figures: ReadonlyMap<string, number | null> }

/** Seconds after which a waiting message, or the next proof of the log, is late. */
const LATE = { message: 300, proof: 26 * 3_600 }

export type SystemStatus = { checks: Check[]; backups: ListedBackup[]; state: BackupState }

/** The state of the installation, with one line for each thing that somebody could repair, and its copies. */
export async function findSystemStatus(now: Temporal.Instant): Promise<SystemStatus> {
  const [backups, state, gauges] = await Promise.all([listBackups(), getBackupState(now), readGauges(now)])
  const [last = null] = backups
  const figures = new Map(gauges.map(({ name, value }) => [name, value]))
  return { checks: checksOf({ last, state, figures }), backups, state }
}

/** The state of the installation, from what was read. */
export function checksOf(seen: StatusFacts): Check[] {
  const { state, figures } = seen
  const figure = (name: string) => figures.get(`volante_${name}`) ?? 0
  const space = { free: figure('disk_free_bytes'), total: figure('disk_size_bytes') }
  const room = { free: gigabytes(space.free), total: gigabytes(space.total) }
  const [lost, work] = [figure('mail_dead'), figure('queue_failed_jobs')]
  const isUnproved =
    figure('audit_unanchored_events') > 0 &&
    (figures.get('volante_audit_anchor_age_seconds') ?? Number.POSITIVE_INFINITY) > LATE.proof
  return [
    copiesOf(seen),
    state.isInDataFolder ? check('place', 'placeBeside', 'warn') : check('place', 'placeApart'),
    keyOf(state),
    drillOf(state),
    isLow(space) ? check('space', 'spaceLow', 'bad', room) : check('space', 'spaceWell', 'ok', room),
    lost > 0
      ? check('messages', 'messagesLost', 'bad', { count: lost })
      : figure('mail_oldest_seconds') > LATE.message
        ? check('messages', 'messagesLate', 'warn', { count: figure('mail_waiting') })
        : check('messages', 'messagesWell'),
    work > 0 ? check('work', 'workLost', 'bad', { count: work }) : check('work', 'workWell'),
    isUnproved ? check('log', 'logLate', 'warn') : check('log', 'logWell'),
  ]
}

function copiesOf({ last, state }: StatusFacts): Check {
  if (state.failure)
    return check('copies', /ENOSPC|EDQUOT/.test(state.failure.words) ? 'copiesFull' : 'copiesFailed', 'bad')
  if (last === null) return check('copies', 'copiesNone', 'warn')
  if (!last.isThere) return check('copies', 'copiesGone', 'bad')
  if (last.missing > 0) return check('copies', 'copiesMissing', 'bad', { count: last.missing })
  return state.isOld ? check('copies', 'copiesOld', 'warn') : check('copies', 'copiesWell')
}

function keyOf({ key }: BackupState): Check {
  if (key.kind === 'own') return check('key', 'keyOwn', 'warn')
  return check('key', key.kind === 'file' ? 'keyFile' : 'keyPassphrase')
}

function drillOf({ drill, isAutomatic }: BackupState): Check {
  if (drill === null) return check('drill', isAutomatic ? 'drillNone' : 'drillOnDemand', 'warn')
  if (drill.failure !== null) return check('drill', 'drillFailed', 'bad')
  return drill.broken + drill.different > 0 ? check('drill', 'drillBroken', 'bad') : check('drill', 'drillWell')
}

function check(
  name: Check['name'],
  word: Check['word'],
  tone: Check['tone'] = 'ok',
  params: Check['params'] = {},
): Check {
  return { name, word, tone, params }
}
