import { readWeek } from '#domain/week.ts'
import type { ListChange, ListLine, ListProposal } from '#features/roster/driver-lists/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeekNumber } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ClearLines, Unused } from '#web/parts/spreadsheet.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Bullets } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Props = { proposal: ListProposal; text: string; home: string; action: string }

/** The effect of the list, and the one button that imports it: first the lines that somebody must check, then the others, a line each. */
export function ListProposed({ proposal, text, home, action }: Props) {
  const t = useT()
  const { lines, sums, termsFrom, usual, fingerprint } = proposal
  const all = lines.flatMap(({ changes, who }) =>
    who.is === 'asked' ? who.answers.flatMap((answer) => answer.changes) : changes,
  )
  const [unclear, clear] = [lines.filter((line) => !isClear(line)), lines.filter(isClear)]
  const regimes = new Set(all.flatMap(({ field, to }) => (field === 'regime' ? [to] : [])))
  return (
    <Section title={t('page.spreadsheet.count', { count: lines.length })}>
      <Form quiet action={action} wide>
        <input type="hidden" name="text" value={text} />
        <input type="hidden" name="fingerprint" value={fingerprint} />
        <Unused seen={proposal} words={t('page.driverList.sums', { lines: sums.join(', ') })} />
        {unclear.length > 0 ? (
          <Table
            caption={t('page.driverList.caption')}
            rows={unclear}
            rowKey={({ line }) => String(line)}
            columns={columns(t)}
          />
        ) : null}
        {clear.length > 0 ? (
          <ClearLines
            summary={t('page.driverList.clear', { count: clear.length })}
            lines={clear.map((line) => ({
              line: line.line,
              name: line.name,
              what: <Who line={line} />,
              changes: <Changes line={line} />,
            }))}
          />
        ) : null}
        {regimes.size > 0 ? (
          <div>
            <p>
              {t('page.driverList.termsFrom', {
                week: formatWeekNumber(readWeek(termsFrom), t.language).toLowerCase(),
              })}
            </p>
            <Bullets>
              {REGIMES.filter((regime) => regimes.has(regime)).map((regime) => (
                <li key={regime}>{usualWords(regime, usual, t)}</li>
              ))}
            </Bullets>
          </div>
        ) : null}
        <Actions>
          <SubmitButton>{t('page.spreadsheet.save', { count: lines.length })}</SubmitButton>
          <LinkButton to={home} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </Section>
  )
}

const REGIMES = ['slot', 'rental', 'percentage'] as const

/** What the company's usual terms ask of somebody with this regime. */
function usualWords(regime: (typeof REGIMES)[number], usual: ListProposal['usual'], t: Translator): string {
  return t(`page.driverList.usual.${regime}`, {
    slotFee: formatMoney(usual.slotFee, t.language),
    rentalFee: formatPercent(usual.rentalFee, t.language),
    rent: formatMoney(usual.rent, t.language),
    share: formatPercent(usual.splitShare, t.language),
  })
}

/** Whether a line needs no check: its driver is certain, nothing looks odd, and it overwrites nothing. */
function isClear({ who, warnings, changes }: ListLine): boolean {
  return who.is !== 'asked' && warnings.length === 0 && changes.every(({ from }) => !from)
}

function columns(t: Translator): Column<ListLine>[] {
  return [
    { head: t('page.driverList.heads.name'), cell: ({ name }) => name },
    { head: t('page.driverList.heads.line'), number: true, wideOnly: true, cell: ({ line }) => line },
    { head: t('page.driverList.heads.who'), cell: (line) => <Who line={line} /> },
    { head: t('page.driverList.heads.changes'), cell: (line) => <Changes line={line} /> },
    { head: t('page.driverList.heads.warnings'), cell: (line) => <Warnings line={line} /> },
  ]
}

function Who({ line: { line, who } }: { line: ListLine }) {
  const t = useT()
  if (who.is === 'new') return t('page.driverList.isNew')
  if (who.is === 'known') return t(`page.driverList.known.${who.by}`, { name: who.driver.name, ref: who.driver.ref })
  return (
    <SelectField
      name={`who-${line}`}
      label={t('page.driverList.asked', { line })}
      empty={t('page.driverList.choose')}
      options={[
        ...who.drivers.map(({ id, name, ref }) => ({ value: id, label: t('page.driverList.person', { name, ref }) })),
        { value: 'new', label: t('page.driverList.another') },
      ]}
      defaultValue={who.likely ?? ''}
      required
    />
  )
}

/** The changes of a line; or the drivers it may be, if it is asked about. */
function Changes({ line: { changes, who } }: { line: ListLine }) {
  const t = useT()
  if (who.is !== 'asked') return <Brought changes={changes} isNew={who.is === 'new'} />
  return who.answers.map((answer) => {
    const driver = who.drivers.find(({ id }) => id === answer.id)
    return (
      <div key={answer.id ?? 'new'}>
        <p>
          {driver ? t('page.driverList.person', { name: driver.name, ref: driver.ref }) : t('page.driverList.another')}
        </p>
        <Brought changes={answer.changes} isNew={!driver} />
      </div>
    )
  })
}

function Brought({ changes, isNew }: { changes: readonly ListChange[]; isNew: boolean }) {
  const t = useT()
  if (changes.length === 0) return isNew ? null : t('page.driverList.nothing')
  return (
    <Bullets>
      {changes.map(({ field, to, from }) => {
        const params = {
          field: t(field === 'name' ? 'page.fleet.driver.legalName' : `page.driverList.headings.${field}`),
          to: to === 'slot' || to === 'rental' || to === 'percentage' ? t(`page.driverList.regimes.${to}`) : to,
        }
        return (
          <li key={field}>
            {from ? t('page.driverList.replaces', { ...params, from }) : t('page.spreadsheet.brings', params)}
          </li>
        )
      })}
    </Bullets>
  )
}

function Warnings({ line: { warnings } }: { line: ListLine }) {
  const t = useT()
  return (
    <Bullets>
      {warnings.map(({ code, field, found }) => (
        <li key={`${code} ${field}`}>
          {t(`page.driverList.warnings.${code}`, { field: t(`page.driverList.headings.${field}`), found })}
        </li>
      ))}
    </Bullets>
  )
}
