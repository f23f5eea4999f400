import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { readWeek, weekName } from '#domain/week.ts'
import { stopTelling, tellDrivers } from '#features/mail/commands.server.ts'
import { listWeekMessages } from '#features/mail/queries.server.ts'
import { type DriverMessage, type Told, stopInput, tellInput } from '#features/mail/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, speak, useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { useLookAgain } from '#web/parts/look-again.ts'
import { pageTitle } from '#web/seo.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form, FormReply, KeyField, SubmitButton } from '#web/ui/form.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import type { Route } from './+types/messages.ts'
import styles from './messages.module.css'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const week = readWeek(params.week)
    return { week, name: weekName(week), rows: await listWeekMessages(week), formKey: crypto.randomUUID() }
  })

export const meta: Route.MetaFunction = ({ loaderData, location }) => {
  const t = speak(languageOf(location.pathname))
  return pageTitle(loaderData ? t('page.mail.screen.title', { number: weekNumber(loaderData.week) }) : '')
}

const messagesInput = z.union([stopInput, tellInput])

/** One driver or many: whoever is named in the form is told now; or nobody else, from now on. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context, power: 'money' }, 'week.tell-drivers', messagesInput, async (input, deed) => {
    const week = readWeek(params.week)
    const isStop = 'stop' in input
    if (isStop) await stopTelling(deed, week)
    else await tellDrivers(deed, week, input.drivers)
    return sameLanguage(request, `/admin/weekly/${weekName(week)}/messages?done=${isStop ? 'stopped' : 'told'}`)
  })

/** Seconds after which the page looks again while messages go out. */
const PAUSE = 5

/** Who was told of the statement, who waits, what failed and why. */
export default function MessagesScreen({
  loaderData: { week, name, rows, formKey },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const language = useLanguage()
  const [query] = useSearchParams()
  const failed = rows.filter(({ told }) => told === 'dead')
  const waiting = rows.filter(({ told }) => told === 'waiting')
  useLookAgain(
    waiting.some(({ tries }) => tries === 0),
    PAUSE,
  )

  return (
    <div className={styles.page}>
      <PageHead
        back={{ to: `/admin/weekly/${name}`, label: t('page.week.approval.back', { number: weekNumber(week) }) }}
        title={t('page.mail.screen.title', { number: weekNumber(week) })}
        detail={formatWeekDays(week, language)}
        subtitle={rows.length > 0 ? summaryOf(t, rows) : null}
        actions={
          <>
            {waiting.length > 0 ? (
              <LinkButton to={`/admin/weekly/${name}/messages`}>{t('page.mail.screen.refresh')}</LinkButton>
            ) : null}
            <LinkButton to="/admin/mail" kind="text">
              {t('page.mail.outbox.title')}
            </LinkButton>
          </>
        }
      />
      <div className={styles.notes}>
        <FormReply reply={actionData} />
        {query.get('done') === 'told' && !actionData ? <Done>{t('page.mail.screen.done')}</Done> : null}
        {query.get('done') === 'stopped' && !actionData ? <Done>{t('page.mail.screen.stopped')}</Done> : null}
        {waiting.length > 1 ? (
          <Form inline>
            <KeyField value={`${formKey}-stop`} />
            <input type="hidden" name="stop" value="on" />
            <SubmitButton kind="outlined">{t('page.mail.screen.stop', { count: waiting.length })}</SubmitButton>
          </Form>
        ) : null}
        {rows.some(({ told }) => told === 'kept') ? (
          <Notice tone="warn">
            <p>{t('page.mail.screen.keptNote')}</p>
          </Notice>
        ) : null}
        {failed.length > 1 ? (
          <Form inline>
            <KeyField value={`${formKey}-all`} />
            {failed.map(({ driver }) => (
              <input key={driver.id} type="hidden" name="drivers[]" value={driver.id} />
            ))}
            <SubmitButton>{t('page.mail.screen.all', { count: failed.length })}</SubmitButton>
          </Form>
        ) : null}
      </div>
      {rows.length > 0 ? (
        <ul className={styles.list} aria-label={t('page.mail.screen.caption')}>
          {rows.map((row) => (
            <Row key={row.driver.id} row={row} formKey={formKey} />
          ))}
        </ul>
      ) : (
        <EmptyState title={t('page.mail.screen.empty.title')}>
          <p>{t('page.mail.screen.empty.text')}</p>
        </EmptyState>
      )}
    </div>
  )
}

function Row({ row, formKey }: { row: DriverMessage; formKey: string }) {
  const t = useT()
  const { driver, address } = row
  return (
    <li>
      <h2>{driver.name}</h2>
      <Outcome row={row} />
      <p className={styles.where}>
        {address ? <span>{address}</span> : null}
        <small>{inAreaWords(t, row)}</small>
      </p>
      <Act row={row} formKey={formKey} />
    </li>
  )
}

/** What became of it in the driver's own area, whatever became of the e-mail. */
function inAreaWords(t: Translator, { hasAccount, isNoticed, readAt }: DriverMessage): string {
  if (readAt) return t('page.mail.screen.readInArea', { at: formatInstant(readAt, t.language) })
  if (!hasAccount) return t('page.mail.screen.noAccount')
  return t(isNoticed ? 'page.mail.screen.unreadInArea' : 'page.mail.screen.inArea')
}

/** "12 avisados · 1 à espera · 2 falharam": what there is none of is not named, but for the first. */
function summaryOf(t: Translator, all: readonly DriverMessage[]): string {
  const count = (...of: readonly Told[]) => all.filter(({ told }) => of.includes(told)).length
  const [waiting, dead] = [count('waiting'), count('dead')]
  const without = count('untold', 'no-address', 'bad-address', 'kept')
  return [
    t('page.mail.screen.summary.told', { count: count('sent') }),
    waiting > 0 ? t('page.mail.screen.summary.waiting', { count: waiting }) : '',
    dead > 0 ? t('page.mail.screen.summary.failed', { count: dead }) : '',
    without > 0 ? t('page.mail.screen.summary.without', { count: without }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

const TONES: Record<Told, StateTone> = {
  sent: 'ok',
  kept: 'info',
  waiting: 'info',
  dead: 'bad',
  untold: 'todo',
  'no-address': 'warn',
  'bad-address': 'warn',
}

/** The state in a word, and under it when, or why not. */
function Outcome({ row: { told, at, tries, reason } }: { row: DriverMessage }) {
  const t = useT()
  return (
    <div className={styles.outcome}>
      <State tone={TONES[told]}>{t(`page.mail.screen.states.${told}`)}</State>
      {details().map((line) => (
        <small key={line}>{line}</small>
      ))}
    </div>
  )

  function details(): string[] {
    const why = reason ? [reasonWords(reason)] : []
    if (told !== 'waiting') return at ? [formatInstant(at, t.language), ...why] : why
    if (tries === 0 || !at) return [t('page.mail.screen.soon')]
    return [t('page.mail.screen.tried', { count: tries, at: formatInstant(at, t.language) }), ...why]
  }

  function reasonWords(code: string): string {
    if (code === 'address' || code === 'unreadable' || code === 'stopped') return t(`page.mail.screen.reasons.${code}`)
    return t('page.mail.screen.reasons.said', { words: code })
  }
}

function Act({ row: { driver, told, hasAccount }, formKey }: { row: DriverMessage; formKey: string }) {
  const t = useT()
  if (!hasAccount && (told === 'no-address' || told === 'bad-address')) {
    return <Link to={`/admin/drivers/${driver.id}`}>{t('page.mail.screen.record')}</Link>
  }
  const verb = told === 'dead' || told === 'waiting' ? 'retry' : told === 'sent' || told === 'kept' ? 'again' : 'tell'
  return (
    <Form inline>
      <KeyField value={`${formKey}-${driver.id}`} />
      <input type="hidden" name="drivers[]" value={driver.id} />
      <Button
        type="submit"
        kind={told === 'dead' ? 'outlined' : 'text'}
        aria-label={t(`page.mail.screen.${verb}One`, { name: driver.name })}
      >
        {t(`page.mail.screen.${verb}`)}
      </Button>
    </Form>
  )
}
