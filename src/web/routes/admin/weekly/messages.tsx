import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { z } from 'zod'
import { readWeek, weekName } from '#domain/week.ts'
import { stopTelling, tellDrivers } from '#features/mail/commands.server.ts'
import { listWeekMessages } from '#features/mail/queries.server.ts'
import { type DriverMessage, type Told, stopInput, tellInput } from '#features/mail/schema.ts'
import { takeTellingBack, tellByWhatsApp } from '#features/statements/tellings/commands.server.ts'
import { listTellings } from '#features/statements/tellings/queries.server.ts'
import { type Telling, takeBackInput, whatsAppInput } from '#features/statements/tellings/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { withoutLanguage } from '#messages/language.ts'
import { submit } from '#web/answer.server.ts'
import { sameLanguage, useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { usePaged } from '#web/parts/paged.tsx'
import { useMaySend } from '#web/place-power.ts'
import { shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextToTake } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links, Page } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import type { Route } from './+types/messages.ts'
import { toldWords } from '#web/parts/told-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const [messages, tellings] = await Promise.all([listWeekMessages(week), listTellings(week)])
  const byDriver = new Map(tellings.map((telling) => [telling.driverId, telling]))
  const rows = messages.map((message) => ({ ...message, telling: byDriver.get(message.driver.id) ?? null }))
  return { week, name: weekName(week), rows }
})

const messagesInput = z.union([whatsAppInput, takeBackInput, stopInput, tellInput])
type Asked = z.output<typeof messagesInput>

/** One driver or many: whoever is named in the form is told now, by mail or by WhatsApp; or nobody else, from now on. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, actionOf, messagesInput, async (input, deed) => {
    const week = readWeek(params.week)
    if ('whatsApp' in input) return tellByWhatsApp(deed, week, input.whatsApp)
    if ('takeBack' in input) await takeTellingBack(deed, week, input.takeBack)
    else if ('stop' in input) await stopTelling(deed, week)
    else await tellDrivers(deed, week, input.drivers)
    const done = 'takeBack' in input ? 'taken-back' : 'stop' in input ? 'stopped' : 'told'
    return sameLanguage(request, `/admin/weekly/${weekName(week)}/messages?done=${done}`)
  })

function actionOf(input: Asked): string {
  if ('whatsApp' in input) return 'week.tell-by-whatsapp'
  return 'takeBack' in input ? 'week.take-telling-back' : 'week.tell-drivers'
}

/** Seconds after which the page looks again while messages go out. */
const PAUSE = 5

/** Drivers of a page: each takes a good part of a phone's screen. */
const PAGE = 20

/** Who was told of the statement, who waits, what failed and why. */
export default function MessagesScreen({ loaderData: { week, name, rows }, actionData }: Route.ComponentProps) {
  const t = useT()
  const language = useLanguage()
  const [query] = useSearchParams()
  const failed = rows.filter(({ told }) => told === 'dead')
  const untold = rows.filter(({ told, telling }) => told === 'untold' && !telling?.told)
  const waiting = rows.filter(({ told }) => told === 'waiting')
  // Whom somebody has still to reach comes first; the others follow in the order of their names.
  const { shown, pages } = usePaged(
    [...failed, ...untold, ...rows.filter((row) => !failed.includes(row) && !untold.includes(row))],
    {
      size: PAGE,
    },
  )
  const goesOut = waiting.some(({ tries }) => tries === 0)

  return (
    // WhatsApp opens beside the page: who comes back sees who was told.
    <div id="messages" data-look-again={goesOut ? PAUSE : undefined} data-look-on-return="">
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
      <Page width="middle">
        <FormReply reply={actionData} />
        {query.get('done') === 'told' && !actionData ? <Done>{t('page.mail.screen.done')}</Done> : null}
        {query.get('done') === 'stopped' && !actionData ? <Done>{t('page.mail.screen.stopped')}</Done> : null}
        {query.get('done') === 'taken-back' && !actionData ? <Done>{t('page.mail.whatsApp.takenBack')}</Done> : null}
        {waiting.length > 1 ? (
          <Form inline>
            <input type="hidden" name="stop" value="on" />
            <SubmitButton kind="outlined">{t('page.mail.screen.stop', { count: waiting.length })}</SubmitButton>
          </Form>
        ) : null}
        {rows.some(({ told }) => told === 'kept') ? (
          <Notice tone="warn">
            <p>
              {t('page.mail.screen.keptNote')} <Link to="/admin/mail">{t('page.telling.toMail')}</Link>
            </p>
          </Notice>
        ) : null}
        {rows.length > 0 ? (
          <p>
            {t('page.mail.whatsApp.how')}{' '}
            {rows.some(({ hasAccount }) => !hasAccount) ? t('page.mail.whatsApp.noAccountHow') : null}
          </p>
        ) : null}
        {failed.length > 1 ? (
          <TellSeveral rows={failed}>{t('page.mail.screen.all', { count: failed.length })}</TellSeveral>
        ) : null}
        {untold.length > 1 ? (
          <TellSeveral rows={untold}>{t('page.mail.screen.tellAll', { count: untold.length })}</TellSeveral>
        ) : null}
        {rows.length > 0 ? (
          <Items label={t('page.mail.screen.caption')}>
            {shown.map((row) => (
              <Row key={row.driver.id} row={row} />
            ))}
          </Items>
        ) : (
          <EmptyState title={t('page.mail.screen.empty.title')}>
            <p>{t('page.mail.screen.empty.text')}</p>
          </EmptyState>
        )}
        {pages}
      </Page>
    </div>
  )
}

/** All of them by e-mail, with one press. */
function TellSeveral({ rows, children }: { rows: readonly Row[]; children: ReactNode }) {
  return (
    <Form inline>
      {rows.map(({ driver }) => (
        <input key={driver.id} type="hidden" name="drivers[]" value={driver.id} />
      ))}
      <SubmitButton>{children}</SubmitButton>
    </Form>
  )
}

type Row = DriverMessage & { telling: Telling | null }

function Row({ row }: { row: Row }) {
  const t = useT()
  const { driver, address } = row
  // Without a text to send there is one way to go on, beside the other.
  const isShort = !row.hasAccount && !row.telling?.told
  return (
    <Item
      heading="h2"
      title={driver.name}
      aside={<State tone={TONES[row.told]}>{t(`page.mail.screen.states.${row.told}`)}</State>}
      acts={
        <>
          <Act row={row} />
          {isShort ? <ByWhatsApp row={row} /> : null}
        </>
      }
      under={isShort ? null : <ByWhatsApp row={row} />}
    >
      <small>{[address, inAreaWords(t, row), ...detailsOf(row, t)].filter(Boolean).join(' · ')}</small>
    </Item>
  )
}

/** What became of it in the driver's own area, whatever became of the e-mail. */
function inAreaWords(t: Translator, { hasAccount, isNoticed, readAt }: DriverMessage): string {
  if (readAt) return t('page.mail.screen.readInArea', { at: formatInstant(readAt, t.language) })
  if (!hasAccount) return t('page.mail.screen.noAccount')
  return t(isNoticed ? 'page.mail.screen.unreadInArea' : 'page.mail.screen.inArea')
}

/** "12 avisados · 1 à espera · 2 falharam": what there is none of is not named, but for the first. */
function summaryOf(t: Translator, all: readonly Row[]): string {
  const count = (...of: readonly Told[]) => all.filter(({ told }) => of.includes(told)).length
  const [waiting, dead] = [count('waiting'), count('dead')]
  const byHand = all.filter(({ telling }) => telling?.told).length
  const without = all.filter(({ told, telling }) => WITHOUT.has(told) && !telling?.told).length
  return [
    t('page.mail.screen.summary.told', { count: count('sent') }),
    byHand > 0 ? t('page.mail.whatsApp.count', { count: byHand }) : '',
    waiting > 0 ? t('page.mail.screen.summary.waiting', { count: waiting }) : '',
    dead > 0 ? t('page.mail.screen.summary.failed', { count: dead }) : '',
    without > 0 ? t('page.mail.screen.summary.without', { count: without }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Nothing went out by mail, and nothing is about to. */
const WITHOUT: ReadonlySet<Told> = new Set(['untold', 'no-address', 'bad-address', 'kept'])

const TONES: Record<Told, StateTone> = {
  sent: 'ok',
  kept: 'info',
  waiting: 'info',
  dead: 'bad',
  untold: 'todo',
  'no-address': 'warn',
  'bad-address': 'warn',
}

/** When it became so, and why not. */
function detailsOf({ told, at, tries, reason }: DriverMessage, t: Translator): string[] {
  const why = reason ? [reasonWords(reason, t)] : []
  if (told !== 'waiting') return at ? [formatInstant(at, t.language), ...why] : why
  if (tries === 0 || !at) return [t('page.mail.screen.soon')]
  return [t('page.mail.screen.tried', { count: tries, at: formatInstant(at, t.language) }), ...why]
}

function reasonWords(code: string, t: Translator): string {
  if (code === 'address' || code === 'unreadable' || code === 'stopped') return t(`page.mail.screen.reasons.${code}`)
  return t('page.mail.screen.reasons.said', { words: code })
}

function Act({ row: { driver, told, hasAccount } }: { row: DriverMessage }) {
  const t = useT()
  if (!hasAccount && (told === 'no-address' || told === 'bad-address')) {
    return <Link to={`/admin/drivers/${driver.id}`}>{t('page.mail.screen.record')}</Link>
  }
  const verb = told === 'dead' || told === 'waiting' ? 'retry' : told === 'sent' || told === 'kept' ? 'again' : 'tell'
  return (
    <Form inline>
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

/** The other way: WhatsApp with the text ready, what became of it, and the text for whoever sends it in another way. */
function ByWhatsApp({ row: { driver, telling, hasAccount } }: { row: Row }) {
  const t = useT()
  const { pathname } = useLocation()
  const maySend = useMaySend(pathname)
  if (!telling) return null
  const { told, text, address } = telling
  return (
    <Links>
      {told ? <State tone="ok">{toldWords(t, told)}</State> : null}
      {way()}
      {told ? (
        <Form inline>
          <input type="hidden" name="takeBack" value={driver.id} />
          <Button type="submit" kind="text" aria-label={t('page.mail.whatsApp.takeBackOne', { name: driver.name })}>
            {t('page.mail.whatsApp.takeBack')}
          </Button>
        </Form>
      ) : null}
      {hasAccount ? (
        <>
          <CopyButton of={`text-${driver.id}`} label={t('page.mail.whatsApp.copyOne', { name: driver.name })} />
          <details>
            <summary>{t('page.mail.whatsApp.copy')}</summary>
            <TextToTake
              id={`text-${driver.id}`}
              text={text}
              label={t('page.mail.whatsApp.label', { name: driver.name })}
            />
          </details>
        </>
      ) : null}
    </Links>
  )

  function way() {
    if (!hasAccount) {
      const next = new URLSearchParams({ next: withoutLanguage(pathname) })
      return (
        <Link
          to={`/admin/drivers/${driver.id}/access?${next}`}
          aria-label={t('page.mail.whatsApp.noAccountOne', { name: driver.name })}
        >
          {t('page.mail.whatsApp.noAccount')}
        </Link>
      )
    }
    if (address === null) {
      return (
        <span>
          {t('page.mail.whatsApp.noPhone')}{' '}
          <Link to={`/admin/drivers/${driver.id}`}>{t('page.mail.whatsApp.toPhone')}</Link>
        </span>
      )
    }
    const verb = told ? 'again' : 'open'
    // A form of the page itself, in a tab of its own: the answer leads to WhatsApp, and the list stays where it is.
    return maySend ? (
      <form method="post" target="_blank" rel="noopener">
        <input type="hidden" name="whatsApp" value={driver.id} />
        <Button
          type="submit"
          kind={told ? 'text' : 'outlined'}
          aria-label={t(`page.mail.whatsApp.${verb}One`, { name: driver.name })}
        >
          {t(`page.mail.whatsApp.${verb}`)}
        </Button>
      </form>
    ) : null
  }
}
