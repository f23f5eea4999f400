import { useSearchParams } from 'react-router'
import { minus } from '#domain/money.ts'
import { ZONE } from '#domain/week.ts'
import { reclassify } from '#features/weeks/reclassifications/commands.server.ts'
import { getUnclassified, listReclassifications } from '#features/weeks/reclassifications/queries.server.ts'
import { type ReclassificationView, reclassification } from '#features/weeks/reclassifications/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/reclassifications.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const [unclassified, past] = await Promise.all([getUnclassified(), listReclassifications()])
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return { unclassified, past, today }
})

export const action = saves('books.reclassify', reclassification.input, async (change, { paper, ...input }) => {
  await reclassify(change, input, paper)
  return '/admin/account/reclassifications?done=classified'
})

/** Amounts of statements that have no account of their own, the form that gives them one, and the earlier answers. */
export default function ReclassificationsScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { unclassified, past, today } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = reply ? null : t.find(`page.accounts.classes.done.${query.get('done') ?? ''}`)
  const sides = (['credit', 'debit'] as const).filter((side) => unclassified[side] > 0)
  const side = sides.map((value) => ({
    value,
    label: t('page.accounts.classes.standing', {
      side: t(`page.accounts.classes.sides.${value}`),
      amount: formatMoney(unclassified[value], t.language),
    }),
  }))
  return (
    <>
      <PageHead
        title={t('page.accounts.classes.title')}
        subtitle={t('page.accounts.classes.subtitle')}
        back={{ to: '/admin/account?account=suspense', label: t('page.accounts.title') }}
      />
      <Stack>
        {done === null ? null : <Done>{done}</Done>}
        <SideBySide>
          <Section title={t('page.accounts.classes.form')}>
            {sides.length === 0 ? <p>{t('page.accounts.classes.nothing')}</p> : null}
            {sides.length > 0 || reply ? (
              <Form
                of={reclassification}
                key={past.length}
                values={{ side: sides.length === 1 ? sides[0] : null }}
                offered={{ side }}
              >
                <p>{t('page.accounts.classes.day', { day: formatDayShort(today, t.language) })}</p>
                <div>
                  <SubmitButton>{t('page.accounts.classes.submit')}</SubmitButton>
                </div>
              </Form>
            ) : null}
          </Section>
          <Section title={t('page.accounts.classes.past')}>
            <Table
              caption={t('page.accounts.classes.caption')}
              rows={past}
              rowKey={({ id }) => id}
              empty={
                <EmptyState title={t('page.accounts.classes.noPast.title')}>
                  <p>{t('page.accounts.classes.noPast.text')}</p>
                </EmptyState>
              }
              columns={columns(t)}
            />
          </Section>
        </SideBySide>
      </Stack>
    </>
  )
}

function columns(t: Translator): Column<ReclassificationView>[] {
  return [
    { head: t('page.accounts.classes.to'), cell: ({ account }) => t(`page.accounts.accounts.${account}`) },
    { head: t('page.accounts.classes.on'), cell: ({ on }) => formatDayShort(on, t.language) },
    {
      head: t('page.accounts.classes.reason'),
      cell: ({ id, reason, file }) => (
        <>
          {reason}
          {file === null ? null : (
            <>
              {' · '}
              <Link to={`/admin/account/reclassifications/${id}/paper`} file>
                {t('page.accounts.classes.withPaper')}
              </Link>
            </>
          )}
        </>
      ),
    },
    {
      head: t('page.accounts.debit'),
      number: true,
      cell: ({ amount }) => (amount < 0 ? <Money cents={minus(amount)} look="bare" /> : null),
    },
    {
      head: t('page.accounts.credit'),
      number: true,
      cell: ({ amount }) => (amount > 0 ? <Money cents={amount} look="bare" /> : null),
    },
    {
      head: t('page.accounts.classes.takeBack'),
      quiet: true,
      cell: ({ id, isTakenBack, backReason }) =>
        isTakenBack ? (
          [t('page.accounts.classes.takenBack'), backReason].filter(Boolean).join(': ')
        ) : (
          <LinkButton to={`/admin/account/reclassifications/${id}/withdrawal`} kind="text">
            {t('page.accounts.classes.takeBack')}
          </LinkButton>
        ),
    },
  ]
}
