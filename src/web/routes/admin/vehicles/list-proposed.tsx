import { showPlate } from '#domain/identifiers.ts'
import {
  type CarListChange,
  type CarListLine,
  type CarListProposal,
  DIFFERENCES,
} from '#features/roster/car-lists/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { ClearLines, Unused } from '#web/parts/spreadsheet.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Bullets } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { carFieldText } from './list-words.ts'

type Props = { proposal: CarListProposal; text: string; home: string; action: string }

/** The effect of the list, and the one button that takes it in: first the lines that somebody must check, then the others. */
export function CarListProposed({ proposal, text, home, action }: Props) {
  const t = useT()
  const { lines, sums, fingerprint } = proposal
  const isClear = ({ differs, warnings }: CarListLine) => differs.length === 0 && warnings.length === 0
  const [unclear, clear] = [lines.filter((line) => !isClear(line)), lines.filter(isClear)]
  const known = lines.filter(({ vehicleId }) => vehicleId !== null)
  return (
    <Section title={t('page.spreadsheet.count', { count: lines.length })}>
      <Form quiet action={action} wide>
        <input type="hidden" name="text" value={text} />
        <input type="hidden" name="fingerprint" value={fingerprint} />
        <p>
          {t('page.carList.tally', {
            created: lines.length - known.length,
            filled: known.filter(({ fills }) => fills.length > 0).length,
            different: known.filter(({ differs }) => differs.length > 0).length,
            same: known.filter(({ fills, differs }) => fills.length + differs.length === 0).length,
          })}
        </p>
        <Unused seen={proposal} words={t('page.carList.sums', { lines: sums.join(', ') })} />
        {unclear.length > 0 ? (
          <Table
            caption={t('page.carList.caption')}
            rows={unclear}
            rowKey={({ line }) => String(line)}
            columns={columns(t)}
          />
        ) : null}
        {unclear.some(({ differs }) => differs.length > 0) ? (
          <ChoiceField
            name="differences"
            label={t('page.carList.differences.label')}
            options={DIFFERENCES.map((value) => ({ value, label: t(`page.carList.differences.${value}`) }))}
            defaultValue="keep"
          />
        ) : null}
        {clear.length > 0 ? (
          <ClearLines
            summary={t('page.carList.clear', { count: clear.length })}
            lines={clear.map((line) => ({
              line: line.line,
              name: showPlate(line.plate),
              what: whatWords(line, t),
              changes: <Changes changes={line.fills} />,
            }))}
          />
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

function whatWords({ vehicleId, fills, differs }: CarListLine, t: Translator): string {
  if (vehicleId === null) return t('page.carList.isNew')
  return t(fills.length + differs.length === 0 ? 'page.carList.isSame' : 'page.carList.isKnown')
}

function columns(t: Translator): Column<CarListLine>[] {
  return [
    { head: t('page.carList.heads.car'), cell: ({ plate }) => showPlate(plate) },
    { head: t('page.carList.heads.line'), number: true, wideOnly: true, cell: ({ line }) => line },
    {
      head: t('page.carList.heads.fills'),
      cell: (line) => (
        <>
          {whatWords(line, t)}
          {line.fills.length > 0 ? <Changes changes={line.fills} /> : null}
        </>
      ),
    },
    { head: t('page.carList.heads.differs'), cell: ({ differs }) => <Changes changes={differs} /> },
    { head: t('page.carList.heads.warnings'), cell: (line) => <Warnings line={line} /> },
  ]
}

function Changes({ changes }: { changes: readonly CarListChange[] }) {
  const t = useT()
  if (changes.length === 0) return null
  return (
    <Bullets>
      {changes.map(({ field, heading, to, from }) => {
        const params = { field: heading, to: carFieldText(field, to, t) }
        return (
          <li key={field}>
            {from === null
              ? t('page.spreadsheet.brings', params)
              : t('page.carList.differs', { ...params, from: carFieldText(field, from, t) })}
          </li>
        )
      })}
    </Bullets>
  )
}

function Warnings({ line: { warnings } }: { line: CarListLine }) {
  const t = useT()
  return (
    <Bullets>
      {warnings.map(({ code, field, heading, found }) => (
        <li key={`${code} ${field}`}>
          {t(`page.carList.warnings.${code}`, { field: heading, found: carFieldText(field, found, t) })}
        </li>
      ))}
    </Bullets>
  )
}
