import { type Week, readWeek, weekName } from '#domain/week.ts'
import { findUndoing } from '#features/weeks/approvals/queries.server.ts'
import { type Undoing, undoingInput } from '#features/weeks/approvals/schema.ts'
import { undoApproval } from '#features/settlements/commands.server.ts'
import { limitsOf } from '#forms/record.ts'
import { formatInstant, formatWeek, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { TextField } from '#web/ui/fields.tsx'
import { Bullets } from '#web/ui/layout.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/undoing.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return { week, weekName: weekName(week), undoing: await findUndoing(week) }
})

export const action = saves(
  'week.undo-approval',
  undoingInput,
  async (change, { reason, ...expected }, { params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    await undoApproval(change, week, { reason, expected })
    return `/admin/weekly/${weekName(week)}?done=undone`
  },
)

/** What undoing an approval takes back, who was notified of it, and the one press. */
export default function UndoingScreen({ loaderData: { week, weekName: name, undoing } }: Route.ComponentProps) {
  const t = useT()
  const { statements, net, at, barred } = undoing
  return (
    <SmallAct
      record={formatWeek(week, t.language)}
      from={t('page.week.approval.back', { number: weekNumber(week) })}
      facts={{ statements, amount: formatMoney(net, t.language), approved: at && formatInstant(at, t.language) }}
      question={t('page.weekActs.undoing.title', { number: weekNumber(week) })}
      effect={at === null || barred ? null : <UndoingEffects undoing={undoing} at={at} />}
      buttonWords={t('page.weekActs.undoing.submit')}
      unchanged={t('page.weekActs.undoing.after')}
      barred={at === null ? t('page.weekActs.undoing.none') : barred && <Barred why={barred} week={week} name={name} />}
    >
      <input type="hidden" name="statements" value={statements} />
      <input type="hidden" name="net" value={net} />
      <Reason isRead={undoing.notified.hasAccess > 0} />
    </SmallAct>
  )
}

function Barred({ why, week, name }: { why: NonNullable<Undoing['barred']>; week: Week; name: string }) {
  const t = useT()
  return (
    <p>
      {t(`page.weekActs.undoing.barred.${why}`)}{' '}
      <Link to={`/admin/weekly/${name}`}>{t('page.week.approval.back', { number: weekNumber(week) })}</Link>
    </p>
  )
}

function UndoingEffects({ undoing: { statements, net, notified }, at }: { undoing: Undoing; at: string }) {
  const t = useT()
  return (
    <div>
      <p>{t('page.weekActs.undoing.takes')}</p>
      <Bullets>
        <li>
          {t('page.weekActs.undoing.statements', {
            count: statements,
            amount: formatMoney(net, t.language),
            at: formatInstant(at, t.language),
          })}
        </li>
        <li>{t('page.weekActs.undoing.journals')}</li>
        <Notified notified={notified} />
      </Bullets>
    </div>
  )
}

/** Messages that were sent can't be called back, so this names their recipients. */
function Notified({ notified: { mailed, waiting, whatsApp, read, hasAccess } }: Pick<Undoing, 'notified'>) {
  const t = useT()
  return (
    <>
      {waiting > 0 ? <li>{t('page.weekActs.undoing.waiting', { count: waiting })}</li> : null}
      {mailed > 0 ? <li>{t('page.weekActs.undoing.mailed', { count: mailed })}</li> : null}
      {whatsApp > 0 ? <li>{t('page.weekActs.undoing.whatsApp', { count: whatsApp })}</li> : null}
      {read > 0 ? <li>{t('page.weekActs.undoing.read', { count: read })}</li> : null}
      <li>
        {hasAccess > 0 ? t('page.weekActs.undoing.notice', { count: hasAccess }) : t('page.weekActs.undoing.nobody')}
      </li>
    </>
  )
}

/** `isRead`: drivers will read the reason too. */
function Reason({ isRead }: { isRead: boolean }) {
  const t = useT()
  return (
    <TextField
      name="reason"
      label={t(isRead ? 'page.weekActs.undoing.reason' : 'page.weekActs.undoing.ownReason')}
      defaultValue={t('page.weekActs.undoing.usual')}
      {...limitsOf(undoingInput.shape.reason)}
    />
  )
}
