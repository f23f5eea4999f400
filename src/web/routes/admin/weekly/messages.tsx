import { driversApart } from '#domain/driver.ts'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { readWeek, weekName } from '#domain/week.ts'
import { stopTelling, tellDrivers } from '#features/mail/commands.server.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { listWeekMessages } from '#features/mail/queries.server.ts'
import { type DriverMessage, type Delivery, stopInput, tellInput } from '#features/mail/schema.ts'
import {
  noteShared,
  revokeLink,
  takeTellingBack,
  tellByWhatsApp,
} from '#features/statements/tellings/commands.server.ts'
import { listTellings } from '#features/statements/tellings/queries.server.ts'
import {
  type Telling,
  revokeInput,
  sharedInput,
  takeBackInput,
  whatsAppInput,
} from '#features/statements/tellings/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { submit } from '#web/answer.server.ts'
import { sameLanguage, useLanguage, useT } from '#web/i18n.tsx'
import { usePaged } from '#web/parts/paged.tsx'
import { ShareStatement } from '#web/parts/share-statement.tsx'
import { shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Page } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import type { Route } from './+types/messages.ts'
import { sentByHandWords } from '#web/parts/sent-by-hand.ts'
import { useOwnAddress, withWayBack } from '#web/parts/way-back.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const week = readWeek(params.week)
  const [messages, tellings, hasMail] = await Promise.all([
    listWeekMessages(week),
    listTellings(week, now),
    isMailServerSet(),
  ])
  const byDriver = new Map(tellings.map((telling) => [telling.driverId, telling]))
  const rows = driversApart(messages).map((message) => {
    const telling = byDriver.get(message.driver.id) ?? null
    return { ...message, telling, state: stateOf(message, telling, hasMail), canMail: hasMail && canMail(message) }
  })
  return { week, name: weekName(week), rows, hasMail }
})

/** Whether the driver has an address that mail can reach. */
function canMail({ delivery }: DriverMessage): boolean {
  return delivery !== 'no-address' && delivery !== 'bad-address'
}

/** The state of a row: a message that arrived counts before one on its way, and that before one that was only tried. */
function stateOf(
  { delivery, hasAccount, isNoticed, readAt }: DriverMessage,
  telling: Telling | null,
  hasMail: boolean,
): RowState {
  if (readAt) return 'read'
  if (telling?.sentByHand) return 'shared'
  if (delivery === 'sent' || delivery === 'spared' || (hasMail && (delivery === 'waiting' || delivery === 'dead')))
    return delivery
  if (hasAccount && isNoticed) return 'inArea'
  return hasMail && (delivery === 'no-address' || delivery === 'bad-address') ? delivery : 'untold'
}

type RowState = 'read' | 'shared' | 'inArea' | Exclude<Delivery, 'kept'>

const messagesInput = z.union([whatsAppInput, sharedInput, revokeInput, takeBackInput, stopInput, tellInput])
type Asked = z.output<typeof messagesInput>

/** Notifies the driver or drivers in the form now, by mail or by WhatsApp; or decides that nobody else is notified from now on. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, actionOf, messagesInput, async (input, change) => {
    const week = readWeek(params.week)
    if ('whatsApp' in input) return tellByWhatsApp(change, week, input.whatsApp)
    if ('shared' in input) await noteShared(change, week, input.shared)
    else if ('revoke' in input) await revokeLink(change, week, input.revoke)
    else if ('takeBack' in input) await takeTellingBack(change, week, input.takeBack)
    else if ('stop' in input) await stopTelling(change, week)
    else await tellDrivers(change, week, input.drivers)
    return sameLanguage(request, `/admin/weekly/${weekName(week)}/messages?done=${doneOf(input)}`)
  })

function doneOf(input: Exclude<Asked, { whatsApp: string }>): string {
  if ('shared' in input) return 'shared'
  if ('revoke' in input) return 'revoked'
  return 'takeBack' in input ? 'taken-back' : 'stop' in input ? 'stopped' : 'told'
}

function actionOf(input: Asked): string {
  if ('whatsApp' in input) return 'week.tell-by-whatsapp'
  if ('shared' in input) return 'week.share-file'
  if ('revoke' in input) return 'week.revoke-link'
  return 'takeBack' in input ? 'week.take-telling-back' : 'week.tell-drivers'
}

/** Seconds after which the page refreshes while messages are being sent. */
const REFRESH_SECONDS = 5

/** Drivers on a page: each takes a good part of a phone's screen. */
const PAGE = 20

/** Which drivers were notified of the statement, which wait, and which messages failed and why. */
export default function MessagesScreen({
  loaderData: { week, name, rows, hasMail },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const here = useOwnAddress()
  const language = useLanguage()
  const [query] = useSearchParams()
  const failed = rows.filter(({ state }) => state === 'dead')
  const undelivered = rows.filter(({ state }) => TO_DO.has(state) && state !== 'dead')
  const unmailed = undelivered.filter((row) => row.canMail)
  const waiting = rows.filter(({ state }) => state === 'waiting')
  // Drivers who must still be reached come first; the others follow by name.
  const { shown, pages } = usePaged(
    [...failed, ...undelivered, ...rows.filter((row) => !failed.includes(row) && !undelivered.includes(row))],
    {
      size: PAGE,
    },
  )
  const goesOut = waiting.some(({ tries }) => tries === 0)

  return (
    // WhatsApp opens in a tab of its own: when somebody comes back, this page shows who was notified.
    <div id="messages" data-look-again={goesOut ? REFRESH_SECONDS : undefined} data-look-on-return="">
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
        {query.get('done') === 'shared' && !actionData ? <Done>{t('page.mail.whatsApp.shared')}</Done> : null}
        {query.get('done') === 'revoked' && !actionData ? <Done>{t('page.mail.whatsApp.revoked')}</Done> : null}
        {waiting.length > 1 ? (
          <Form inline>
            <input type="hidden" name="stop" value="on" />
            <SubmitButton kind="outlined">{t('page.mail.screen.stop', { count: waiting.length })}</SubmitButton>
          </Form>
        ) : null}
        {hasMail || rows.length === 0 ? null : (
          <Notice
            tone="warn"
            action={<LinkButton to={withWayBack('/admin/mail/server', here)}>{t('page.telling.toMail')}</LinkButton>}
          >
            <p>{t('page.telling.noServer')}</p>
          </Notice>
        )}
        {rows.length > 0 ? (
          <p>
            {t('page.mail.whatsApp.how')}{' '}
            {rows.some(({ hasAccount }) => !hasAccount) ? t('page.mail.whatsApp.noAccountHow') : null}
          </p>
        ) : null}
        {failed.length > 1 ? (
          <TellSeveral rows={failed}>{t('page.mail.screen.all', { count: failed.length })}</TellSeveral>
        ) : null}
        {unmailed.length > 1 ? (
          <TellSeveral rows={unmailed}>{t('page.mail.screen.tellAll', { count: unmailed.length })}</TellSeveral>
        ) : null}
        {rows.length > 0 ? (
          <Items label={t('page.mail.screen.caption')}>
            {shown.map((row) => (
              <Row key={row.driver.id} row={row} week={name} />
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

/** Notifies all of them by e-mail, with one press. */
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

type Row = Route.ComponentProps['loaderData']['rows'][number]

function Row({ row, week }: { row: Row; week: string }) {
  const t = useT()
  const { driver, address, state, telling, readAt } = row
  const words =
    state === 'shared' && telling?.sentByHand
      ? sentByHandWords(t, telling.sentByHand)
      : state === 'read' && readAt
        ? t('page.mail.screen.states.read', { at: formatInstant(readAt, t.language) })
        : t(`page.mail.screen.states.${state === 'shared' || state === 'read' ? 'sent' : state}`)
  return (
    <Item
      heading="h2"
      title={driver.name}
      aside={<State tone={TONES[state]}>{words}</State>}
      acts={row.canMail ? <ByMail row={row} /> : null}
      under={telling ? <ShareStatement week={week} driver={driver} telling={telling} /> : null}
    >
      <small>
        {[address, row.hasAccount ? '' : t('page.mail.screen.noAccount'), ...detailsOf(row, t)]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </Item>
  )
}

/** "12 enviados · 3 partilhados · 2 falharam": kinds with none are left out. */
function summaryOf(t: Translator, all: readonly Row[]): string {
  const count = (...of: readonly RowState[]) => all.filter(({ state }) => of.includes(state)).length
  const [delivered, shared, waiting, dead] = [
    count('sent', 'spared', 'read', 'inArea'),
    count('shared'),
    count('waiting'),
    count('dead'),
  ]
  const without = count('untold', 'no-address', 'bad-address')
  return [
    delivered > 0 ? t('page.mail.screen.summary.told', { count: delivered }) : '',
    shared > 0 ? t('page.mail.whatsApp.count', { count: shared }) : '',
    waiting > 0 ? t('page.mail.screen.summary.waiting', { count: waiting }) : '',
    dead > 0 ? t('page.mail.screen.summary.failed', { count: dead }) : '',
    without > 0 ? t('page.mail.screen.summary.without', { count: without }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** States in which somebody must still reach the driver. */
const TO_DO: ReadonlySet<RowState> = new Set<RowState>(['untold', 'no-address', 'bad-address', 'dead'])

const TONES: Record<RowState, StateTone> = {
  read: 'ok',
  shared: 'ok',
  inArea: 'info',
  sent: 'ok',
  spared: 'ok',
  waiting: 'info',
  dead: 'bad',
  untold: 'todo',
  'no-address': 'todo',
  'bad-address': 'todo',
}

/** Since when the row has its state, and the reason of a failure. */
function detailsOf({ state, delivery, at, tries, reason }: Row, t: Translator): string[] {
  if (state !== 'sent' && state !== 'waiting' && state !== 'dead') return []
  const why = reason ? [reasonWords(reason, t)] : []
  if (delivery !== 'waiting') return at ? [formatInstant(at, t.language), ...why] : why
  if (tries === 0 || !at) return [t('page.mail.screen.soon')]
  return [t('page.mail.screen.tried', { count: tries, at: formatInstant(at, t.language) }), ...why]
}

function reasonWords(code: string, t: Translator): string {
  if (code === 'address' || code === 'unreadable' || code === 'stopped') return t(`page.mail.screen.reasons.${code}`)
  return t('page.mail.screen.reasons.said', { words: code })
}

/** Notifies one driver by mail, for the first time or again. */
function ByMail({ row: { driver, delivery } }: { row: Row }) {
  const t = useT()
  const verb = delivery === 'dead' || delivery === 'waiting' ? 'retry' : delivery === 'sent' ? 'again' : 'tell'
  return (
    <Form inline>
      <input type="hidden" name="drivers[]" value={driver.id} />
      <Button
        type="submit"
        kind={delivery === 'dead' ? 'outlined' : 'text'}
        aria-label={t(`page.mail.screen.${verb}One`, { name: driver.name })}
      >
        {t(`page.mail.screen.${verb}`)}
      </Button>
    </Form>
  )
}
