import { z } from 'zod'
import { KEPT } from '#domain/retention.ts'
import { orderBackup } from '#features/system/backups/commands.server.ts'
import { getBackupState, listBackups } from '#features/system/backups/queries.server.ts'
import type { BackupState, Drill, ListedBackup } from '#features/system/backups/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatBytes, formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Grid, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/system.ts'

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const [backups, state] = await Promise.all([listBackups(), getBackupState(now)])
  return { backups, state, isOrdered: url.searchParams.get('done') === 'ordered' }
})

export const action = saves('backup.order', z.object({}), async (change) => {
  await orderBackup(change)
  return '/admin/system?done=ordered'
})

/** Whether the installation could be had again tomorrow: the copies, their rules, the last drill. */
export default function SystemScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { backups, state, isOrdered } = loaderData
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
        <Warnings last={last} state={state} />
        <Grid columns={3}>
          {last ? <LastBackup last={last} /> : null}
          <Rules state={state} />
          <LastDrill drill={state.drill} />
          <Card title={t('page.system.restore.title')}>
            <p>{t('page.system.restore.text')}</p>
            <p>
              <code>volante restore {last?.name ?? 'FILE'} --into FOLDER --key-file KEY</code>
            </p>
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

/** What would be missed on the bad day, the gravest first. */
function Warnings({ last, state }: { last: ListedBackup | null; state: BackupState }) {
  const t = useT()
  return (
    <>
      {state.failure ? (
        <Notice tone="bad" title={t('page.system.failed.title')}>
          <p>{t('page.system.failed.text')}</p>
          <p>
            <Moment at={state.failure.at} /> <code>{state.failure.words}</code>
          </p>
        </Notice>
      ) : null}
      {last === null ? (
        <Notice tone="warn" title={t('page.system.none.title')}>
          <p>{t('page.system.none.text')}</p>
        </Notice>
      ) : null}
      {last !== null && !last.isThere ? (
        <Notice tone="bad" title={t('page.system.gone.title')}>
          <p>{t('page.system.gone.text')}</p>
        </Notice>
      ) : null}
      {last !== null && state.isOld ? (
        <Notice tone="warn" title={t('page.system.old.title')}>
          <p>{t('page.system.old.text')}</p>
        </Notice>
      ) : null}
      {last !== null && last.missing > 0 ? (
        <Notice tone="bad" title={t('page.system.missing.title', { count: last.missing })}>
          <p>{t('page.system.missing.text')}</p>
        </Notice>
      ) : null}
      {state.key.kind === 'own' && last !== null ? (
        <Notice tone="warn" title={t('page.system.ownKey.title')}>
          <p>{t('page.system.ownKey.text', { path: state.key.path })}</p>
        </Notice>
      ) : null}
      {state.isBesideData ? (
        <Notice tone="warn" title={t('page.system.sameDisk.title')}>
          <p>{t('page.system.sameDisk.text')}</p>
        </Notice>
      ) : null}
    </>
  )
}

function LastBackup({ last }: { last: ListedBackup }) {
  const t = useT()
  return (
    <Card title={t('page.system.last.title')}>
      <Facts>
        <Fact name={t('page.system.last.when')}>
          <Moment at={last.startedAt} />
        </Fact>
        <Fact name={t('page.system.last.checked')}>{t('page.system.last.checkedWords')}</Fact>
        <Fact name={t('page.system.last.size')}>{formatBytes(last.bytes, t.language)}</Fact>
        <Fact name={t('page.system.last.holds')}>{holds(last, t)}</Fact>
        <Fact name={t('page.system.last.folder')}>{last.folder}</Fact>
        <Fact name={t('page.system.last.file')}>{last.name}</Fact>
      </Facts>
    </Card>
  )
}

function Rules({ state: { isUnasked, every, key } }: { state: BackupState }) {
  const t = useT()
  return (
    <Card title={t('page.system.rules.title')}>
      <Facts>
        <Fact name={t('page.system.rules.when')} isText>
          {t(isUnasked ? `page.system.rules.every.${every}` : 'page.system.rules.onDemand')}
        </Fact>
        <Fact name={t('page.system.rules.kept')} isText>
          {t('page.system.rules.keptWords', KEPT)}
        </Fact>
        <Fact name={t('page.system.rules.key')} isText>
          {t(`page.system.rules.keys.${key.kind}`, key.kind === 'passphrase' ? {} : { path: key.path })}
        </Fact>
      </Facts>
    </Card>
  )
}

function LastDrill({ drill }: { drill: Drill | null }) {
  const t = useT()
  return (
    <Card title={t('page.system.drill.title')}>
      {drill?.failure ? (
        <Notice tone="bad" title={t('page.system.drill.failed')}>
          <p>
            <Moment at={drill.startedAt} /> <code>{drill.failure}</code>
          </p>
        </Notice>
      ) : null}
      {drill && drill.failure === null ? (
        <Facts>
          <Fact name={t('page.system.drill.when')}>
            <Moment at={drill.startedAt} />
          </Fact>
          <Fact name={t('page.system.drill.took')}>
            {t('page.system.drill.seconds', { count: Math.max(1, Math.round(drill.milliseconds / 1000)) })}
          </Fact>
          <Fact name={t('page.system.drill.backup')}>{drill.backupName}</Fact>
          <Fact name={t('page.system.drill.books')}>
            <State tone={drill.broken === 0 ? 'ok' : 'bad'}>
              {drill.broken === 0
                ? t('page.system.drill.booksHold')
                : t('page.system.drill.booksBroken', { count: drill.broken })}
            </State>
          </Fact>
          <Fact name={t('page.system.drill.papers')}>
            {drill.different === 0
              ? t('page.system.drill.papersSame', { count: drill.compared })
              : t('page.system.drill.papersDifferent', { count: drill.compared, different: drill.different })}
          </Fact>
        </Facts>
      ) : null}
      <Stack>
        <p>{t(drill ? 'page.system.drill.again' : 'page.system.drill.none')}</p>
        <p>
          <code>volante drill</code>
        </p>
      </Stack>
    </Card>
  )
}

function holds({ rows, files }: ListedBackup, t: Translator): string {
  return t('page.system.holds', { rows: formatNumber(rows, t.language), files: formatNumber(files, t.language) })
}

function columns(t: Translator): Column<ListedBackup>[] {
  return [
    { head: t('page.system.list.made'), cell: ({ startedAt }) => <Moment at={startedAt} /> },
    { head: t('page.system.list.size'), cell: ({ bytes }) => formatBytes(bytes, t.language), number: true },
    {
      head: t('page.system.list.place'),
      cell: ({ isThere }) => (
        <State tone={isThere ? 'ok' : 'bad'}>{t(isThere ? 'page.system.list.there' : 'page.system.list.away')}</State>
      ),
    },
    { head: t('page.system.list.holds'), cell: (backup) => holds(backup, t), wideOnly: true },
  ]
}
