import { KEPT } from '#domain/retention.ts'
import { orderBackup } from '#features/system/backups/commands.server.ts'
import type { BackupState, Drill, ListedBackup } from '#features/system/backups/schema.ts'
import { findSystemStatus } from '#features/system/status/queries.server.ts'
import { type Check, isTrouble } from '#features/system/status/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatBytes, formatNumber, formatRatio } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Grid, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/system.ts'

type Shown = Omit<ListedBackup, 'folder' | 'name'>
type Held = Omit<Drill, 'failure' | 'backupName'>

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const { backups, checks, state } = await findSystemStatus(now)
  const { drill, isAtWork, isAutomatic, every } = state
  // Messages of the machine, and the places and names of backups, are for people who look after the server: `volante doctor`.
  return {
    backups: backups.map(shownOf),
    state: { drill: drill && drill.failure === null ? heldOf(drill) : null, isAtWork, isAutomatic, every },
    checks,
    isOrdered: url.searchParams.get('done') === 'ordered',
  }
})

function shownOf({ id, startedAt, bytes, rows, files, missing, isThere }: ListedBackup): Shown {
  return { id, startedAt, bytes, rows, files, missing, isThere }
}

function heldOf({ startedAt, milliseconds, broken, compared, different }: Drill): Held {
  return { startedAt, milliseconds, broken, compared, different }
}

export const action = confirms('backup.order', async (change) => {
  await orderBackup(change)
  return '/admin/system?done=ordered'
})

/** Whether the installation could be restored tomorrow: the backups, their rules, the last drill. */
export default function SystemScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { backups, state, checks, isOrdered } = loaderData
  const t = useT()
  const last = backups[0] ?? null
  return (
    <>
      <PageHead
        title={t('page.system.title')}
        subtitle={t('page.system.subtitle')}
        actions={
          <Form inline>
            <SubmitButton>{t('page.system.make')}</SubmitButton>
          </Form>
        }
      />
      <Stack>
        <FormReply reply={actionData} />
        {isOrdered || state.isAtWork ? (
          <Done>
            <p>{t(state.isAtWork ? 'page.system.atWork' : 'page.system.ordered')}</p>
            <LinkButton to="/admin/system">{t('page.system.refresh')}</LinkButton>
          </Done>
        ) : null}
        <Checks checks={checks} />
        <Grid columns={3}>
          {last ? <LastBackup last={last} /> : null}
          <Rules state={state} />
          {state.drill ? <LastDrill drill={state.drill} /> : null}
          <Card title={t('page.system.restore.title')}>
            <p>{t('page.system.restore.text')}</p>
          </Card>
        </Grid>
        <Card title={t('page.system.list.title')} flush>
          <Table
            caption={t('page.system.list.title')}
            rows={backups}
            rowKey={({ id }) => String(id)}
            columns={columns(t)}
            empty={
              <EmptyState title={t('page.system.list.empty')}>
                <p>{t('page.system.list.emptyText')}</p>
              </EmptyState>
            }
          />
        </Card>
      </Stack>
    </>
  )
}

/** The state of each check, whether it is good, and what to do; troubles first. */
function Checks({ checks }: { checks: readonly Check[] }) {
  const t = useT()
  const order = { bad: 0, warn: 1, ok: 2 }
  return (
    <Card title={t('page.system.checks.title')} flush>
      <Table
        caption={t('page.system.checks.title')}
        rows={checks.toSorted((check, other) => order[check.tone] - order[other.tone])}
        rowKey={({ name }) => name}
        columns={checkColumns(t)}
      />
    </Card>
  )
}

/** A count chooses its words; a measured value is written in the reader's language. */
function shownParams(params: Check['params'], t: Translator): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, name === 'count' ? value : formatRatio(value, t.language)]),
  )
}

function checkColumns(t: Translator): Column<Check>[] {
  return [
    { head: t('page.system.checks.what'), cell: ({ name }) => t(`page.system.checks.names.${name}`) },
    {
      head: t('page.system.checks.how'),
      cell: ({ tone, word, params }) => (
        <State tone={tone}>{t(`page.system.checks.said.${word}`, shownParams(params, t))}</State>
      ),
      wraps: true,
    },
    { head: t('page.system.checks.todo'), cell: (check) => <ToDo check={check} />, wraps: true },
  ]
}

function ToDo({ check: { name, word } }: { check: Check }) {
  const t = useT()
  if (!isTrouble(word)) return t('page.system.checks.nothing')
  return (
    <>
      {t(`page.system.checks.act.${word}`)}
      {name === 'messages' ? (
        <>
          {' '}
          <Link to="/admin/mail">{t('page.system.checks.messages')}</Link>
        </>
      ) : null}
      {name === 'work' ? (
        <>
          {' '}
          <Link to="/admin/system/work">{t('page.system.checks.work')}</Link>
        </>
      ) : null}
    </>
  )
}

function LastBackup({ last }: { last: Shown }) {
  const t = useT()
  return (
    <Card title={t('page.system.last.title')}>
      <Facts>
        <Fact name={t('page.system.last.when')}>
          <Moment at={last.startedAt} />
        </Fact>
        <Fact name={t('page.system.last.checked')}>{t('page.system.last.checkedWords')}</Fact>
        <Fact name={t('page.system.last.size')}>{formatBytes(last.bytes, t.language)}</Fact>
        <Fact name={t('page.system.last.holds')}>{contentsWords(last, t)}</Fact>
      </Facts>
    </Card>
  )
}

function Rules({ state: { isAutomatic, every } }: { state: Pick<BackupState, 'isAutomatic' | 'every'> }) {
  const t = useT()
  return (
    <Card title={t('page.system.rules.title')}>
      <Facts>
        <Fact name={t('page.system.rules.when')} isText>
          {t(isAutomatic ? `page.system.rules.every.${every}` : 'page.system.rules.onDemand')}
        </Fact>
        <Fact name={t('page.system.rules.kept')} isText>
          {t('page.system.rules.keptWords', KEPT)}
        </Fact>
      </Facts>
    </Card>
  )
}

function LastDrill({ drill: { startedAt, milliseconds, broken, compared, different } }: { drill: Held }) {
  const t = useT()
  return (
    <Card title={t('page.system.drill.title')}>
      <Facts>
        <Fact name={t('page.system.drill.when')}>
          <Moment at={startedAt} />
        </Fact>
        <Fact name={t('page.system.drill.took')}>
          {t('page.system.drill.seconds', { count: Math.max(1, Math.round(milliseconds / 1000)) })}
        </Fact>
        {broken + different === 0 ? (
          <>
            <Fact name={t('page.system.drill.books')}>
              <State tone="ok">{t('page.system.drill.booksHold')}</State>
            </Fact>
            <Fact name={t('page.system.drill.papers')}>{t('page.system.drill.papersSame', { count: compared })}</Fact>
          </>
        ) : null}
      </Facts>
    </Card>
  )
}

function contentsWords({ rows, files }: Shown, t: Translator): string {
  return t('page.system.holds', { rows: formatNumber(rows, t.language), files: formatNumber(files, t.language) })
}

function columns(t: Translator): Column<Shown>[] {
  return [
    { head: t('page.system.list.made'), cell: ({ startedAt }) => <Moment at={startedAt} /> },
    { head: t('page.system.list.size'), cell: ({ bytes }) => formatBytes(bytes, t.language), number: true },
    {
      head: t('page.system.list.place'),
      cell: ({ isThere }) => (
        <State tone={isThere ? 'ok' : 'bad'}>{t(isThere ? 'page.system.list.there' : 'page.system.list.away')}</State>
      ),
    },
    { head: t('page.system.list.holds'), cell: (backup) => contentsWords(backup, t), wideOnly: true },
  ]
}
