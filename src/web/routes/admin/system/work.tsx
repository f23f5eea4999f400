import { restartAllWork } from '#features/system/given-up/commands.server.ts'
import { listGivenUp } from '#features/system/given-up/queries.server.ts'
import type { GivenUp } from '#features/system/given-up/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/work.ts'
import { nextTryWords, undoneWords } from './work-words.tsx'

/** The machine's own messages are for people who look after the server: `volante work`. */
type Shown = Omit<GivenUp, 'error' | 'tries' | 'orderedAt'>

export const loader = shows(async ({ url }: Route.LoaderArgs) => {
  const { open, left } = await listGivenUp()
  return { open: open.map(shownOf), left: left.map(shownOf), done: saidOf(url.searchParams.get('done')) }
})

function saidOf(word: string | null): 'again' | 'left' | null {
  return word === 'again' || word === 'left' ? word : null
}

function shownOf({ id, task, endedAt, comes }: GivenUp): Shown {
  return { id, task, endedAt, comes }
}

export const action = confirms('work.all-again', async (change) => {
  await restartAllWork(change)
  return '/admin/system/work?done=again'
})

/** Work that was given up, what that means, and the two possible answers. */
export default function GivenUpScreen({ loaderData: { open, left, done }, actionData }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.givenUp.title')}
        subtitle={t('page.givenUp.subtitle')}
        back={{ to: '/admin/system', label: t('page.givenUp.back') }}
        {...(open.length > 1
          ? {
              actions: (
                <Form inline>
                  <SubmitButton>{t('page.givenUp.all')}</SubmitButton>
                </Form>
              ),
            }
          : {})}
      />
      <Stack>
        <FormReply reply={actionData} />
        {done ? <Done>{t(`page.givenUp.done.${done}`)}</Done> : null}
        <Card title={t('page.givenUp.open.title')} flush>
          <Table
            caption={t('page.givenUp.open.title')}
            rows={open}
            rowKey={({ id }) => id}
            columns={columns(t, true)}
            empty={
              <EmptyState title={t('page.givenUp.open.none')}>
                <p>{t('page.givenUp.open.noneText')}</p>
              </EmptyState>
            }
          />
        </Card>
        {left.length > 0 ? (
          <>
            <Card title={t('page.givenUp.left.title')} flush>
              <Table
                caption={t('page.givenUp.left.title')}
                rows={left}
                rowKey={({ id }) => id}
                columns={columns(t, false)}
              />
            </Card>
            <Words look="small">
              {t('page.givenUp.left.text')}{' '}
              <Link to="/admin/users/audit?action=work.leave">{t('page.givenUp.log')}</Link>
            </Words>
          </>
        ) : null}
      </Stack>
    </>
  )
}

function columns(t: Translator, isOpen: boolean): Column<Shown>[] {
  const head = (name: 'what' | 'comes' | 'tried' | 'left' | 'acts') => t(`page.givenUp.columns.${name}`)
  return [
    { head: head('what'), cell: (work) => undoneWords(work, t), wraps: true },
    { head: head('comes'), cell: (work) => nextTryWords(work, t), wraps: true },
    { head: head(isOpen ? 'tried' : 'left'), cell: ({ endedAt }) => <Moment at={endedAt} /> },
    {
      head: head('acts'),
      leadsTo: '/admin/system/work/0/again',
      cell: ({ id }) => (
        <>
          <ActLink to={`/admin/system/work/${id}/again`}>{t('page.givenUp.again.link')}</ActLink>
          {isOpen ? (
            <>
              {' · '}
              <ActLink to={`/admin/system/work/${id}/leaving`}>{t('page.givenUp.leave.link')}</ActLink>
            </>
          ) : null}
        </>
      ),
    },
  ]
}
