import type { ReactNode } from 'react'
import { minus, sum } from '#domain/money.ts'
import { weekName } from '#domain/week.ts'
import type { CorrectionPreview, Mover } from '#features/settlements/holder-corrections/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** The amounts that move between drivers if a correction is saved, week by week. */
export function Movers({ preview, children }: { preview: CorrectionPreview; children?: ReactNode }) {
  const t = useT()
  const { movers, unmatched, older } = preview
  const total = (side: 'before' | 'after') => sum(movers.map((mover) => mover[side]))
  const [before, after] = [total('before'), total('after')]
  return (
    <Section title={t('page.holders.movers.title')}>
      <Stack>
        {movers.length === 0 ? (
          <Words>{t('page.holders.movers.none')}</Words>
        ) : (
          <>
            <Words>{t('page.holders.movers.text')}</Words>
            <Table
              caption={t('page.holders.movers.caption')}
              rows={movers}
              rowKey={({ driver, week }) => driver.id + week}
              columns={columns(t)}
              foot={[
                t('page.holders.movers.sum'),
                '',
                '',
                <Money key="before" cents={before} look="bare" />,
                <Money key="after" cents={after} look="bare" />,
                <Money key="difference" cents={sum([after, minus(before)])} look="signed" />,
              ]}
            />
          </>
        )}
        {unmatched.before === unmatched.after ? null : (
          <Words>
            {t('page.holders.movers.nobodys', {
              before: formatMoney(unmatched.before, t.language),
              after: formatMoney(unmatched.after, t.language),
            })}
          </Words>
        )}
        {older > 0 ? <Words look="warn">{t('page.holders.movers.older', { count: older })}</Words> : null}
        {children}
      </Stack>
    </Section>
  )
}

type LookedAt = { sent: Record<string, string>; preview: CorrectionPreview | null }

/** The amounts that would move by the previewed correction, with the form that saves exactly that; nothing without a preview. */
export function SeenMovers({ looked, submit }: { looked: LookedAt | null; submit: string }) {
  if (!looked?.preview) return null
  return (
    <Movers preview={looked.preview}>
      {/* The form above, which was typed, shows refusals. */}
      <Form quiet>
        {Object.entries(looked.sent).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Actions>
          <SubmitButton>{submit}</SubmitButton>
        </Actions>
      </Form>
    </Movers>
  )
}

function columns(t: Translator): Column<Mover>[] {
  return [
    {
      head: t('page.holders.movers.columns.driver'),
      cell: ({ driver, week }) => <Link to={`/admin/weekly/${weekName(week)}/${driver.id}`}>{driver.name}</Link>,
    },
    { head: t('page.holders.movers.columns.week'), cell: ({ week }) => weekNumber(week) },
    {
      head: t('page.holders.movers.columns.state'),
      cell: ({ isClosed }) => (
        <State tone={isClosed ? 'warn' : 'info'}>
          {t(isClosed ? 'page.holders.movers.closed' : 'page.holders.movers.open')}
        </State>
      ),
    },
    {
      head: t('page.holders.movers.columns.before'),
      number: true,
      cell: ({ before }) => <Money cents={before} look="bare" />,
    },
    {
      head: t('page.holders.movers.columns.after'),
      number: true,
      cell: ({ after }) => <Money cents={after} look="bare" />,
    },
    {
      head: t('page.holders.movers.columns.difference'),
      number: true,
      first: true,
      cell: ({ before, after }) => <Money cents={sum([after, minus(before)])} look="signed" />,
    },
  ]
}
