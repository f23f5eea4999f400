import type { Answer } from '#features/fleet/keys/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { keyWords } from './key-words.ts'

type Props = { remembered: { answers: readonly Answer[]; count: number; q: string } }

/** Keys whose owner the office has named; each answer can be forgotten. */
export function Answers({ remembered: { answers, count, q } }: Props) {
  const t = useT()
  const language = useLanguage()
  return (
    <Card flush>
      <Disclosure summary={t('page.data.answers.title')} aside={formatNumber(count, language)} open={q !== ''}>
        <Stack>
          <SearchField label={t('page.data.answers.search')} />
          <Table
            caption={t('page.data.answers.caption')}
            rows={answers}
            rowKey={({ id }) => String(id)}
            empty={<p>{t('page.data.answers.none')}</p>}
            columns={columns(t)}
          />
        </Stack>
      </Disclosure>
    </Card>
  )
}

function OwnerOf({ answer: { owner, name } }: { answer: Answer }) {
  const t = useT()
  if ('driverId' in owner) return <Link to={`/admin/drivers/${owner.driverId}`}>{name}</Link>
  if ('vehicleId' in owner) return <Link to={`/admin/vehicles/${owner.vehicleId}`}>{name}</Link>
  return t('page.data.answers.company')
}

function columns(t: ReturnType<typeof useT>): Column<Answer>[] {
  return [
    {
      head: t('page.data.answers.key'),
      cell: (answer) => {
        const { source, kind, value } = keyWords(t, answer)
        return (
          <>
            {source}, {kind} <b className="num">{value}</b>
          </>
        )
      },
    },
    { head: t('page.data.answers.owner'), cell: (answer) => <OwnerOf answer={answer} /> },
    { head: t('page.data.answers.since'), cell: ({ at }) => formatInstant(at, t.language) },
    { head: t('page.data.answers.by'), cell: ({ by }) => by ?? t('page.data.answers.commandLine') },
    {
      head: t('page.data.answers.action'),
      leadsTo: '/admin/data/keys/0/removal',
      quiet: true,
      cell: (answer) =>
        // E-mail and phone keys come from the driver's record, and change with it.
        answer.kind === 'email' || answer.kind === 'phone' ? (
          t('page.data.answers.automatic')
        ) : (
          <ActLink
            to={`/admin/data/keys/${answer.id}/removal`}
            aria-label={t('page.data.answers.forgetOne', keyWords(t, answer))}
          >
            {t('page.data.answers.forget')}
          </ActLink>
        ),
    },
  ]
}
