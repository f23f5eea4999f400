import { Fragment } from 'react'
import { useSearchParams } from 'react-router'
import { ZONE, isoWeek, weekName } from '#domain/week.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { askNow, refusalOf, setConnection, tryCredentials } from '#features/connections/commands.server.ts'
import { testConnection } from '#features/connections/runs/commands.server.ts'
import { listMessages } from '#features/connections/messages/queries.server.ts'
import { findConnection, listRuns } from '#features/connections/queries.server.ts'
import { listArrivals } from '#features/bank/queries.server.ts'
import {
  type Connection,
  connectionAct,
  connectionForm,
  connectionSecret,
  FILE_PROVIDERS,
  isOldSecret,
  OLD_SECRET_DAYS,
  type Provider,
  providerIn,
  SCOPES_OF,
} from '#features/connections/schema.ts'
import { trustConnection } from '#features/imports/deliveries/commands.server.ts'
import { isTrustedConnection } from '#features/imports/deliveries/queries.server.ts'
import { type Transfer, listTransfers } from '#features/imports/platform-reports/queries.server.ts'
import { listComparedWeeks } from '#features/weeks/order-comparisons/queries.server.ts'
import type { ComparedWeek, ComparisonState } from '#features/weeks/order-comparisons/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { limitsOf } from '#forms/record.ts'
import { formatDay, formatInstant } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { shows } from '#web/screen.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { requireRecentSignIn, requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { CheckboxField, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Bullets, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/connection.ts'
import { ConnectionLog } from './connection-log.tsx'
import { MessageLog } from './message-log.tsx'
import { ConnectionChip } from './connections.tsx'

const RUNS_SHOWN = 12
const WEEKS_SHOWN = 8
/** The platforms that also have files, by which a week is paid. */
const PAID_BY_FILE: ReadonlySet<Provider> = new Set(['uber', 'bolt'])
const TRANSFER_DAYS = 35
const MESSAGES_SHOWN = 12

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const provider = providerIn(params.provider)
  const givesFiles = FILE_PROVIDERS.includes(provider)
  const since = now.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ days: TRANSFER_DAYS }).toString()
  const [connection, runs, weeks, takesIn, transfers, messages, events] = await Promise.all([
    findConnection(provider),
    listRuns(provider, RUNS_SHOWN),
    provider === 'bolt' ? listComparedWeeks(WEEKS_SHOWN) : [],
    givesFiles ? isTrustedConnection(provider) : null,
    givesFiles ? listTransfers(since) : [],
    listMessages(provider, MESSAGES_SHOWN),
    listEvents(`connection:${provider}`),
  ])
  const arrivals = await listArrivals(transfers)
  return {
    provider,
    connection,
    runs,
    weeks,
    takesIn,
    transfers: transfers.map((sent, at) => ({ ...sent, booked: arrivals[at] ?? null })),
    messages,
    events,
    address: `${siteAddress()}/api/messages/uber`,
    scopes: SCOPES_OF[provider],
    isOld: connection !== null && isOldSecret(connection, now),
  }
})

export const action = ({ request, params, context }: Route.ActionArgs) => {
  const { now } = context.get(requestContext)
  return submit(
    { request, context },
    ({ intent }) => `connection.${intent}`,
    connectionAct.and(opened),
    async ({ opened: seen, ...act }, change) => {
      const provider = providerIn(params.provider)
      const here = (done: string) => sameLanguage(request, `/admin/data/connections/${provider}?done=${done}`)
      if (act.intent === 'test') {
        change.note({ subject: `connection:${provider}` })
        return here('tested')
      }
      if (act.intent === 'collect') {
        await askNow(change, provider)
        return here('ordered')
      }
      requireRecentSignIn(context)
      const before = typedConnection(
        await findConnection(provider, change.tx),
        await isTrustedConnection(provider, change.tx),
      )
      refuseIfChanged(connectionForm(provider), seen, before, languageOf(new URL(request.url).pathname))
      await setConnection(change, provider, act)
      if (FILE_PROVIDERS.includes(provider)) await trustConnection(change, provider, act.takesIn !== undefined)
      return here('saved')
    },
    // Runs before the transaction begins: no transaction waits for a platform.
    async (act) => {
      const provider = providerIn(params.provider)
      if (act.intent === 'test') {
        const fault = await testConnection(provider, { now, by: requireUser(context).uid })
        if (fault) throw refusalOf(fault)
      }
      if (act.intent !== 'save') return
      requireRecentSignIn(context)
      if (act.unasked === undefined) await tryCredentials(provider, act)
    },
  )
}

const DONE = ['saved', 'tested', 'ordered', 'paused', 'resumed'] as const

/** One platform that is fetched automatically: its state, its credentials, the result of each run, and its weeks beside the files. */
export default function ConnectionScreen({ loaderData }: Route.ComponentProps) {
  const {
    connection,
    runs,
    weeks,
    scopes,
    isOld,
    takesIn,
    transfers,
    messages,
    address,
    events,
    provider: id,
  } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const provider = t(`page.connections.providers.${id}`)
  const done = DONE.find((name) => name === query.get('done'))
  const isAsking = done === 'saved' || done === 'ordered' || done === 'resumed'
  return (
    <>
      <PageHead
        title={t('page.connections.page.title', { provider })}
        subtitle={t('page.connections.page.subtitle', { provider })}
        back={{ to: '/admin/data/integrations', label: t('page.connections.page.back') }}
      />
      <Stack>
        {done ? (
          <Done
            undo={
              isAsking ? (
                <LinkButton to={`/admin/data/connections/${id}`}>{t('page.connections.refresh')}</LinkButton>
              ) : undefined
            }
          >
            {t(`page.connections.done.${done}`, { provider })}
          </Done>
        ) : null}
        {connection ? <Advice connection={connection} provider={provider} isOld={isOld} /> : null}
        <SideBySide>
          <Credentials connection={connection} provider={provider} takesIn={takesIn} id={id} />
          <Stack>
            {connection ? <Now connection={connection} scopes={scopes} provider={provider} /> : null}
            <Card title={t('page.connections.steps.title')}>
              <Stack>
                <Bullets numbered>
                  {t.list(`page.connections.steps.${id}`).map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </Bullets>
                <Words look="small">{t(`page.connections.steps.file.${id}`)}</Words>
              </Stack>
            </Card>
          </Stack>
        </SideBySide>
        {transfers.length > 0 ? <Transfers transfers={transfers} provider={provider} /> : null}
        {weeks.length > 0 ? <Weeks weeks={weeks} provider={id} /> : null}
        {connection && takesIn !== null ? (
          <MessageLog messages={messages} address={address} isSigning={connection.isSigning} provider={provider} />
        ) : null}
        {connection || runs.length > 0 ? <ConnectionLog runs={runs} /> : null}
        <RecordHistory events={events} />
      </Stack>
    </>
  )
}

type Shown = { connection: Connection; provider: string }

/** What the state means, and how to change it. */
function Advice({ connection, provider, isOld }: Shown & { isOld: boolean }) {
  const t = useT()
  const { state, paused, nextAt } = connection
  const shownState = paused ? 'paused' : state
  return (
    <>
      {shownState === 'connected' ? null : (
        <Notice tone={shownState === 'expired' || shownState === 'error' ? 'bad' : 'warn'}>
          <p>{t(`page.connections.advice.${shownState}`, { provider, at: formatInstant(nextAt, t.language) })}</p>
          {shownState === 'error' && PAID_BY_FILE.has(connection.provider) ? (
            <p>{t('page.connections.advice.files')}</p>
          ) : null}
        </Notice>
      )}
      {isOld ? (
        <Notice>
          <p>{t('page.connections.advice.old', { days: OLD_SECRET_DAYS })}</p>
        </Notice>
      ) : null}
    </>
  )
}

/** The scopes of the credentials, under the platform's names; a long name breaks between its parts. */
function Scopes({ of }: { of: readonly string[] }) {
  return (
    <Bullets>
      {of.map((scope) => (
        <li key={scope}>
          <code>
            {scope.split('.').map((part, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a name has its parts in one order
              <Fragment key={at}>
                {at === 0 ? null : (
                  <>
                    .<wbr />
                  </>
                )}
                {part}
              </Fragment>
            ))}
          </code>
        </li>
      ))}
    </Bullets>
  )
}

function Now({ connection, provider, scopes }: Shown & { scopes: readonly string[] }) {
  const t = useT()
  const { collected, setBy, since, nextAt, paused } = connection
  const at = formatInstant(connection.setAt, t.language)
  const to = `/admin/data/connections/${connection.provider}`
  return (
    <Card title={t('page.connections.page.now')} aside={<ConnectionChip connection={connection} />}>
      <Stack>
        <Facts>
          <Fact name={t('page.connections.page.since')}>
            <Moment at={paused?.at ?? since} />
          </Fact>
          {collected ? (
            <Fact name={t('page.connections.page.collected')} isText>
              {t('page.connections.page.span', {
                from: formatInstant(collected.from, t.language),
                until: formatInstant(collected.until, t.language),
              })}
            </Fact>
          ) : null}
          {paused ? null : (
            <Fact name={t('page.connections.next')}>
              <Moment at={nextAt} />
            </Fact>
          )}
          <Fact name={t('page.connections.page.setBy')} isText={setBy !== null}>
            {setBy ? t('page.connections.page.setByWho', { at, by: setBy }) : at}
          </Fact>
          {scopes.length > 0 ? (
            <Fact name={t('page.connections.page.scope')} isText>
              <Scopes of={scopes} />
            </Fact>
          ) : null}
        </Facts>
        <Words look="small">
          {t(
            connection.provider === 'uber' ? 'page.connections.page.scopeHelpActs' : 'page.connections.page.scopeHelp',
            {
              provider,
            },
          )}
        </Words>
        {paused ? null : (
          <Form intent="collect" quiet>
            <Actions>
              <SubmitButton kind="outlined">{t('page.connections.collect')}</SubmitButton>
            </Actions>
          </Form>
        )}
        <Form intent="test">
          <Actions>
            <SubmitButton kind="outlined">{t('page.connections.test')}</SubmitButton>
          </Actions>
        </Form>
        <Actions>
          {paused ? (
            <LinkButton to={`${to}/resumption`} kind="text">
              {t('page.connections.resume')}
            </LinkButton>
          ) : (
            <LinkButton to={`${to}/pause`} kind="text">
              {t('page.connections.pause')}
            </LinkButton>
          )}
          <LinkButton to={`${to}/removal`} kind="text">
            {t('page.connections.remove')}
          </LinkButton>
        </Actions>
      </Stack>
    </Card>
  )
}

/** `takesIn`: whether its files are imported at once if they raise no question; `null` for a platform without files. */
type Typed = { connection: Connection | null; provider: string; takesIn: boolean | null; id: Provider }

/** A connection in the form's fields. */
function typedConnection(connection: Connection | null, takesIn: boolean | null) {
  return { clientId: connection?.clientId ?? '', everyHours: connection?.everyHours ?? 3, takesIn }
}

function Credentials({ connection, provider, takesIn, id }: Typed) {
  const t = useT()
  return (
    <Card title={t('page.connections.form')}>
      <Form
        intent="save"
        of={connectionForm(id)}
        values={typedConnection(connection, takesIn)}
        version={null}
        drawn={{
          clientSecret: (
            <TextField
              name="clientSecret"
              type="password"
              label={t(id === 'traccar' ? 'page.connections.server.secret' : 'page.connections.secret')}
              help={t(connection ? 'page.connections.secretKept' : 'page.connections.secretHelp')}
              autoComplete="off"
              required={connection === null}
              {...limitsOf(connectionSecret)}
            />
          ),
          signingKey: (
            <TextField
              name="signingKey"
              type="password"
              label={t('page.connections.signingKey')}
              help={t(connection?.isSigning ? 'page.connections.signingKeyKept' : 'page.connections.signingKeyHelp')}
              autoComplete="off"
              {...limitsOf(connectionSecret)}
            />
          ),
        }}
      >
        <CheckboxField
          name="unasked"
          label={t('page.connections.unasked')}
          help={t('page.connections.unaskedHelp', { provider })}
        />
        <Actions>
          <SubmitButton>{t('page.connections.save')}</SubmitButton>
        </Actions>
      </Form>
    </Card>
  )
}

const TONES: Readonly<Record<ComparisonState, StateTone>> = {
  equal: 'ok',
  differs: 'warn',
  answered: 'ok',
  'no-file': 'todo',
  partial: 'plain',
}

/** `booked`: the day of its movement at the bank, if there is one. */
type Sent = Transfer & { booked: string | null }

/** The transfers that the platform reports, by day, and whether each arrived. */
function Transfers({ transfers, provider }: { transfers: readonly Sent[]; provider: string }) {
  const t = useT()
  return (
    <Card title={t('page.connections.transfers.title')}>
      <Stack>
        <Words look="small">{t('page.connections.transfers.text', { provider })}</Words>
        <Table
          caption={t('page.connections.transfers.caption', { provider })}
          rows={transfers}
          rowKey={({ day, amount }) => `${day} ${amount}`}
          columns={transferColumns(t)}
        />
      </Stack>
    </Card>
  )
}

function transferColumns(t: ReturnType<typeof useT>): Column<Sent>[] {
  return [
    {
      head: t('page.connections.transfers.columns.day'),
      first: true,
      cell: ({ day }) => formatDay(day, t.language),
    },
    {
      head: t('page.connections.transfers.columns.amount'),
      number: true,
      cell: ({ amount }) => formatMoney(amount, t.language),
    },
    {
      head: t('page.connections.transfers.columns.bank'),
      cell: ({ booked }) => (
        <State tone={booked ? 'ok' : 'todo'}>
          {booked
            ? t('page.connections.transfers.arrived', { day: formatDay(booked, t.language) })
            : t('page.connections.transfers.missing')}
        </State>
      ),
    },
  ]
}

function Weeks({ weeks, provider }: { weeks: readonly ComparedWeek[]; provider: string }) {
  const t = useT()
  return (
    <Card title={t('page.connections.weeks.title')}>
      <Stack>
        <Words look="small">{t('page.connections.weeks.text')}</Words>
        <Table
          caption={t('page.connections.weeks.caption')}
          rows={weeks}
          rowKey={({ week }) => week}
          href={({ week }) => `/admin/data/connections/${provider}/weeks/${weekName(week)}`}
          columns={weekColumns(t)}
        />
      </Stack>
    </Card>
  )
}

function weekColumns(t: ReturnType<typeof useT>): Column<ComparedWeek>[] {
  return [
    {
      head: t('page.connections.weeks.columns.week'),
      cell: ({ week }) => t('page.connections.weeks.one', { number: isoWeek(week).number }),
    },
    {
      head: t('page.connections.weeks.columns.trips'),
      number: true,
      cell: ({ trips }) => formatNumber(trips, t.language),
    },
    {
      head: t('page.connections.weeks.columns.drivers'),
      number: true,
      cell: ({ drivers }) => formatNumber(drivers, t.language),
    },
    {
      head: t('page.connections.weeks.columns.state'),
      first: true,
      cell: ({ state }) => <State tone={TONES[state]}>{t(`page.connections.weeks.states.${state}`)}</State>,
    },
  ]
}
