import { hasPower } from '#domain/access.ts'
import { PROVIDERS } from '#features/connections/schema.ts'
import { folderState, listDeliveries, listWays } from '#features/imports/deliveries/queries.server.ts'
import { type Delivery, type DeliveryWay, type FolderState, QUESTIONS } from '#features/imports/deliveries/schema.ts'
import { listMailboxes } from '#features/imports/mailboxes/queries.server.ts'
import type { MailboxView } from '#features/imports/mailboxes/schema.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/deliveries.ts'
import { ConnectionChip } from './connections.tsx'
import { DataTabs } from './data-tabs.tsx'

const BASE = '/admin/data/deliveries'
/** The page lists the latest deliveries. */
const MAX_DELIVERIES = 50

export const loader = shows(async ({ context }: Route.LoaderArgs) => ({
  ways: await listWays(),
  mailboxes: await listMailboxes(),
  folder: await folderState(),
  deliveries: await listDeliveries(MAX_DELIVERIES),
  address: `${siteAddress()}/api/drop`,
  mayChange: hasPower(requireUser(context), 'house'),
}))

/** The ways by which files arrive automatically (keys, mailboxes, the folder), and the result of each delivery. */
export default function DeliveriesScreen({ loaderData }: Route.ComponentProps) {
  const { ways, mailboxes, folder, deliveries, address, mayChange } = loaderData
  const t = useT()
  const keys = ways.filter(({ kind }) => kind === 'key')
  return (
    <>
      <PageHead
        title={t('page.data.title')}
        part={t('page.deliveries.title')}
        subtitle={t('page.deliveries.subtitle')}
        actions={
          mayChange ? (
            <LinkButton to={`${BASE}/keys/new`} kind="primary" icon="plus">
              {t('page.deliveries.add')}
            </LinkButton>
          ) : null
        }
      />
      <DataTabs />
      <Stack>
        <DoneNote />
        <Section title={t('page.deliveries.keys')}>
          <Stack>
            {keys.length === 0 ? <Words look="soft">{t('page.deliveries.noKeys')}</Words> : <Keys keys={keys} />}
            <Disclosure summary={t('page.deliveries.how')}>
              <Stack>
                <Words>{t('page.deliveries.howText')}</Words>
                <pre>
                  <code>{`curl -H "Authorization: Bearer ${t('page.deliveries.keyPlace')}" -F files=@uber.csv -F files=@bolt.csv ${address}`}</code>
                </pre>
              </Stack>
            </Disclosure>
          </Stack>
        </Section>
        <Section title={t('page.mailboxes.title')}>
          <Mailboxes mailboxes={mailboxes} mayChange={mayChange} />
        </Section>
        <Section title={t('page.deliveries.folder')}>
          <Folder state={folder} way={ways.find(({ kind }) => kind === 'folder') ?? null} mayChange={mayChange} />
        </Section>
        <Card title={t('page.deliveries.log')} flush={deliveries.length > 0}>
          {deliveries.length === 0 ? (
            <Words look="soft">{t('page.deliveries.logEmpty')}</Words>
          ) : (
            <Table
              caption={t('page.deliveries.logCaption')}
              rows={deliveries}
              rowKey={({ id }) => id}
              columns={columnsOf(t)}
            />
          )}
        </Card>
      </Stack>
    </>
  )
}

function Keys({ keys }: { keys: readonly DeliveryWay[] }) {
  const t = useT()
  return (
    <Items>
      {keys.map(({ id, name, ends, takesIn, lastAt }) => (
        <Item
          key={id}
          to={`${BASE}/keys/${id}`}
          title={name}
          aside={
            <State tone={takesIn ? 'ok' : 'info'}>{t(`page.deliveries.trust.${takesIn ? 'takesIn' : 'waits'}`)}</State>
          }
        >
          <Words look="small">
            {t('page.deliveries.ends', { ends: ends ?? '' })}
            {' · '}
            {lastAt ? (
              <>
                {t('page.deliveries.last')} <Moment at={lastAt} />
              </>
            ) : (
              t('page.deliveries.never')
            )}
          </Words>
        </Item>
      ))}
    </Items>
  )
}

function Mailboxes({ mailboxes, mayChange }: { mailboxes: readonly MailboxView[]; mayChange: boolean }) {
  const t = useT()
  return (
    <Stack>
      {mailboxes.length === 0 ? (
        <Words look="soft">{t('page.mailboxes.none')}</Words>
      ) : (
        <Items>
          {mailboxes.map((mailbox) => (
            <Item
              key={mailbox.id}
              to={`${BASE}/mailboxes/${mailbox.id}`}
              title={mailbox.name}
              aside={<ConnectionChip connection={mailbox} />}
            >
              <Words look="small">
                {mailbox.login}
                {' · '}
                {t(`page.deliveries.trust.${mailbox.takesIn ? 'takesIn' : 'waits'}`)}
              </Words>
            </Item>
          ))}
        </Items>
      )}
      {mayChange ? (
        <Links>
          <ActLink to={`${BASE}/mailboxes/new`}>{t('page.mailboxes.add')}</ActLink>
        </Links>
      ) : null}
    </Stack>
  )
}

function Folder({ state, way, mayChange }: { state: FolderState; way: DeliveryWay | null; mayChange: boolean }) {
  const t = useT()
  if (state === 'not-set') return <Words look="soft">{t('page.deliveries.folderStates.not-set')}</Words>
  const takesIn = way?.takesIn ?? false
  return (
    <Stack>
      <p>
        <State tone={state === 'fine' ? 'ok' : 'bad'}>{t(`page.deliveries.folderStates.${state}`)}</State>
      </p>
      <Words>{t(`page.deliveries.trust.${takesIn ? 'takesIn' : 'waits'}Text`)}</Words>
      {mayChange ? (
        <Links>
          <Link to={`${BASE}/folder`}>{t('page.deliveries.changeTrust')}</Link>
        </Links>
      ) : null}
    </Stack>
  )
}

const TONES: Record<Delivery['outcome'], StateTone> = { waiting: 'todo', 'taken-in': 'ok', refused: 'bad' }

function columnsOf(t: Translator): Column<Delivery>[] {
  return [
    { head: t('page.deliveries.columns.at'), cell: ({ at }) => <Moment at={at} /> },
    {
      head: t('page.deliveries.columns.way'),
      cell: ({ way: { kind, name } }) => {
        const provider = kind === 'connection' ? PROVIDERS.find((candidate) => candidate === name) : undefined
        if (provider) return t('page.connections.page.title', { provider: t(`page.connections.providers.${provider}`) })
        return kind === 'folder' ? t('page.deliveries.folder') : name
      },
    },
    { head: t('page.deliveries.columns.files'), number: true, cell: ({ files }) => files },
    { head: t('page.deliveries.columns.outcome'), wraps: true, cell: (delivery) => <Outcome of={delivery} /> },
  ]
}

function Outcome({ of: { outcome, reason, drop, takenAt } }: { of: Delivery }) {
  const t = useT()
  const isTakenLater = outcome === 'waiting' && takenAt !== null
  const question = QUESTIONS.find((candidate) => candidate === reason)
  const why = question ? t(`page.deliveries.questions.${question}`) : reason && refusalSentence(t, reason, {})
  const isDeleted = drop === null && outcome === 'waiting'
  return (
    <>
      <State tone={isTakenLater ? 'ok' : isDeleted ? 'info' : TONES[outcome]}>
        {t(`page.deliveries.outcomes.${isTakenLater ? 'taken-later' : isDeleted ? 'forgotten' : outcome}`)}
      </State>
      {why && !isTakenLater ? <Words look="small">{why}</Words> : null}
      {drop ? (
        <Links>
          <Link to={`/admin/data/drops/${drop}`}>{t('page.deliveries.open')}</Link>
        </Links>
      ) : null}
    </>
  )
}
