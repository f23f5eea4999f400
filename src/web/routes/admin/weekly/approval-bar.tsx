import type { ReachCounts } from '#domain/reach.ts'
import { monday, nextWeek, weekName } from '#domain/week.ts'
import type { WeekShown } from '#features/weeks/schema.ts'
import { againRecord } from '#features/payments/schema.ts'
import { formatDay, formatWeekInside } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ReachNoteOfMany } from '#web/parts/reach-note.tsx'
import { Post } from '#web/parts/post.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { RecordFields, SubmitButton } from '#web/ui/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Checksums } from './checksums.tsx'
import { blockedNames } from './blocked-names.ts'
import styles from './approval-bar.module.css'

type Props = {
  page: WeekShown
  /** How the drivers whose statements are approved next will be notified. */
  reach: ReachCounts | null
}

/** The three sums that must agree, and the one next step. */
export function ApprovalBar({ page, reach }: Props) {
  const t = useT()
  if (page.people.count === 0) return null
  return (
    <section className={styles.bar} aria-labelledby="checks">
      <h2 id="checks" className="visually-hidden">
        {t(page.approval.drivers > 0 ? 'page.week.checks.title' : 'page.week.checks.after')}
      </h2>
      <div className={styles.inner}>
        {page.isOver && page.approval.drivers > 0 ? (
          <div className={styles.effects}>
            <ApprovalEffects approval={page.approval} />
            {reach ? <ReachNoteOfMany counts={reach} /> : null}
          </div>
        ) : null}
        <Checksums checks={page.checks} />
        <NextSteps page={page} />
      </div>
    </section>
  )
}

/** The next steps, one under the other: a statement that is not approved yet does not hold up the payment of the others. */
function NextSteps({ page }: Pick<Props, 'page'>) {
  const open = page.batches.find(({ state }) => state === 'exported')
  const isOver = page.approval.drivers === 0 && page.payable.count === 0 && !open
  return (
    <div className={styles.steps}>
      {page.approval.drivers > 0 ? <Approve page={page} /> : null}
      {page.payable.count > 0 ? <Export page={page} isFirst={page.approval.drivers === 0} /> : null}
      {open ? <Pay batch={open} /> : null}
      {isOver ? <Over page={page} /> : null}
      {page.approval.canUndo ? <UndoApproval week={page.name} kind="text" /> : null}
    </div>
  )
}

/** A link to the page that says what undoing takes back, and has the button. */
export function UndoApproval({ week, kind }: { week: string; kind: 'text' | 'outlined' }) {
  const t = useT()
  return (
    <LinkButton to={`/admin/weekly/${week}/approval/undoing`} kind={kind}>
      {t(kind === 'text' ? 'page.week.step.undo' : 'page.week.done.undo')}
    </LinkButton>
  )
}

function Approve({ page }: Pick<Props, 'page'>) {
  const t = useT()
  const { approval } = page
  const count = page.status.toDecide
  const missing = page.sources.flatMap(({ source, missing: isMissing, lacking }) => {
    const name = t(`page.week.sourceNames.${source}`)
    return isMissing ? [name] : lacking.map((account) => `${name} (${account})`)
  })
  return (
    <div className={styles.step}>
      <p className={styles.words}>
        {count > 0 ? <b className={styles.warn}>{t('page.week.step.approveRest', { count })}</b> : null}
        <span>
          {t('page.week.step.approveSummary', {
            count: approval.drivers,
            amount: formatMoney(approval.net, t.language),
          })}
        </span>
        {missing.length > 0 ? (
          <span className={styles.warn}>{t('page.week.step.missing', { names: missing.join(', ') })}</span>
        ) : null}
        {/* On a phone these words alone stand beside the button. */}
        {approval.earlier.length > 0 ? (
          <span className={styles.warn}>{t('page.week.step.openBefore', { count: approval.earlier.length })}</span>
        ) : null}
        {approval.withoutTerms > 0 ? (
          <span>{t('page.week.step.withoutTerms', { count: approval.withoutTerms })}</span>
        ) : null}
      </p>
      <ApprovalForm page={page} />
    </div>
  )
}

/** The effect of the press, and what it leaves aside. */
export function ApprovalEffects({ approval }: Pick<WeekShown, 'approval'>) {
  const t = useT()
  const [oldest] = approval.earlier
  return (
    <>
      <p>{t('page.week.step.freezes', { count: approval.drivers })}</p>
      {oldest ? (
        <p className={styles.warn}>
          {t('page.week.step.earlier', {
            count: approval.earlier.length,
            week: formatWeekInside(oldest, t.language),
          })}{' '}
          <Link to={`/admin/weekly/${weekName(oldest)}`}>{t('page.week.step.lookEarlier')}</Link>
        </p>
      ) : null}
      {approval.takesTwo ? <p>{t('page.week.step.twoPeople')}</p> : null}
      {approval.unread.length > 0 ? (
        <p className={styles.warn}>{t('page.refusedFiles.approval', { names: approval.unread.join(', ') })}</p>
      ) : null}
    </>
  )
}

/** The form sends the number and the sum that were shown, so that nothing else is approved. */
export function ApprovalForm({
  page: { name, week, isOver, approval },
}: {
  page: Pick<WeekShown, 'name' | 'week' | 'isOver' | 'approval'>
}) {
  const t = useT()
  if (!isOver) {
    const day = formatDay(monday(nextWeek(week)), t.language)
    return <p className={styles.words}>{t('page.week.step.notOver', { day })}</p>
  }
  return (
    <Post to={`/admin/weekly/${name}/approval`} className={styles.form}>
      <input type="hidden" name="drivers" value={approval.drivers} />
      <input type="hidden" name="net" value={approval.net} />
      {approval.unmatched > 0 ? (
        <label className={styles.leave}>
          <input type="checkbox" name="leaveUnmatched" required />
          {t('page.week.step.leave', {
            count: approval.unmatched,
            amount: formatMoney(approval.unmatchedTotal, t.language),
          })}
        </label>
      ) : null}
      <SubmitButton>{t('page.week.standing.approve.act')}</SubmitButton>
    </Post>
  )
}

function Export({ page, isFirst }: { page: WeekShown; isFirst: boolean }) {
  const t = useT()
  const { count, total, cameBack } = page.payable
  const day = formatDay(page.moments.transferOn, t.language)
  return (
    <div className={styles.step}>
      <p className={styles.words}>
        <b>{t('page.week.step.exportSummary', { count, amount: formatMoney(total, t.language) })}</b>
        <span>{t('page.week.step.exportDay', { day })}</span>
        <noscript>{t('page.week.step.noscript')}</noscript>
      </p>
      <ExportForm week={page.name} isFirst={isFirst} cameBack={cameBack} />
    </div>
  )
}

/**
 * Makes the bank file, which is the answer itself: the browser downloads it, and the page refreshes. `cameBack`: whose transfer
 * came back from the same account; then it asks why it is paid there again.
 */
export function ExportForm({
  week,
  isFirst = true,
  cameBack,
}: {
  week: string
  isFirst?: boolean
  cameBack: readonly string[]
}) {
  const t = useT()
  return (
    <Post
      to={`/admin/weekly/${week}/batch`}
      className={cameBack.length > 0 ? styles.again : undefined}
      data-after={LOOK_AGAIN}
    >
      {cameBack.length > 0 ? (
        <>
          <p className={styles.warn}>{t('page.week.step.cameBack', { names: cameBack.join(', ') })}</p>
          <RecordFields of={againRecord} />
        </>
      ) : null}
      <SubmitButton icon="download" kind={isFirst ? 'primary' : 'outlined'}>
        {t('page.week.standing.export.act')}
      </SubmitButton>
    </Post>
  )
}

const LOOK_AGAIN = 1_500

function Pay({ batch }: { batch: WeekShown['batches'][number] }) {
  const t = useT()
  const language = useLanguage()
  return (
    <div className={styles.step}>
      <p className={styles.words}>
        <b>
          {t('page.week.step.paySummary', {
            count: batch.waiting.count,
            amount: formatMoney(batch.waiting.total, language),
          })}
        </b>
        <span>{t('page.week.step.exportDay', { day: formatDay(batch.executionOn, language) })}</span>
      </p>
      <LinkButton to={`/admin/weekly/batches/${batch.id}/payment`} kind="primary">
        {t('page.week.standing.confirm.act')}
      </LinkButton>
    </div>
  )
}

function Over({ page }: { page: WeekShown }) {
  const t = useT()
  const { blocked, payable } = page.checks
  return (
    <div className={styles.step}>
      {blocked.length > 0 ? (
        <p className={styles.words}>
          <b className={styles.warn}>{t('page.week.step.blocked', { count: blocked.length })}</b>
          <span>{blockedNames(blocked)}</span>
        </p>
      ) : (
        <p className={styles.over}>
          <Icon name="check" />
          {t(payable > 0 ? 'page.week.step.done' : 'page.week.step.doneNothing')}
        </p>
      )}
    </div>
  )
}
