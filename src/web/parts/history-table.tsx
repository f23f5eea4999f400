import { deviceName } from '#domain/device.ts'
import type { Change } from '#domain/change.ts'
import type { AuditEvent } from '#features/audit/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import styles from './history-table.module.css'
import { Moment } from './moment.tsx'
import { driverRecord } from '#features/fleet/drivers/schema.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { type Described, shown } from '#forms/fields.ts'
import { companyRecord } from '#features/company/schema.ts'

/** The nouns that describe themselves, by what the log calls them. */
const RECORDS: Readonly<Record<string, Described>> = {
  company: companyRecord,
  driver: driverRecord,
  vehicle: vehicleRecord,
}

type Props = {
  events: readonly AuditEvent[]
  /** With the record each event tells of. */
  about?: boolean
  /** What all of them tell of, on a record's own page. */
  of?: Described
}

/** What happened: when, who, what, and each value that became another. */
export function HistoryTable({ events, about = false, of }: Props) {
  const t = useT()
  return (
    <Table
      caption={t('page.audit.caption')}
      rows={events}
      rowKey={({ id }) => String(id)}
      empty={<p>{t('page.audit.empty')}</p>}
      columns={columns(t, of).filter(({ id }) => about || id !== 'about')}
    />
  )
}

function columns(t: Translator, own: Described | undefined): Column<AuditEvent>[] {
  return [
    { head: t('page.audit.columns.at'), cell: ({ at }) => <Moment at={at} /> },
    { head: t('page.audit.columns.what'), cell: ({ action }) => actionWords(t, action) },
    { id: 'about', head: t('page.audit.columns.about'), cell: ({ about }) => <About about={about} /> },
    {
      head: t('page.audit.columns.change'),
      cell: ({ changes, about: told }) => <Changes changes={changes} of={own ?? RECORDS[told?.kind ?? '']} />,
    },
    {
      head: t('page.audit.columns.who'),
      cell: ({ by, role }) => by ?? t.find(`page.audit.roles.${role}`) ?? role,
    },
    { head: t('page.audit.columns.address'), cell: ({ address }) => address, wideOnly: true },
  ]
}

/** `driver.save` as a person says it. */
export function actionWords(t: Translator, action: string): string {
  return t.find(`page.audit.actions.${action}`) ?? action
}

function About({ about }: { about: AuditEvent['about'] }) {
  const t = useT()
  if (!about) return null
  return (
    <>
      <span className={styles.field}>{t.find(`page.audit.kinds.${about.kind}`) ?? about.kind}</span>{' '}
      {about.to ? <Link to={about.to}>{about.name}</Link> : about.name}
    </>
  )
}

function Changes({ changes, of }: { changes: readonly Change[]; of: Described | undefined }) {
  const t = useT()
  const words = (field: string, value: string) =>
    of && field in of.fields ? shown(of, field, value, t) : valueWords(t, field, value)
  const key = keyOf(changes)
  if (key !== null) {
    return (
      <>
        <span className={styles.field}>{keyWords(t, key)}</span> {key.value}
      </>
    )
  }
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className={styles.field}>{of && field in of.fields ? t(of.labels[field]!) : fieldWords(t, field)}</span>{' '}
          {before === null ? null : (
            <>
              {words(field, before)} <span aria-hidden="true">→</span>
              <span className="visually-hidden">{t('page.audit.became')}</span>{' '}
            </>
          )}
          {after === null ? t('page.audit.none') : words(field, after)}
        </li>
      ))}
    </ul>
  )
}

/** A platform's name that came or went reads as one thing. */
function keyOf(changes: readonly Change[]): { source: string; kind: string; value: string } | null {
  const [source, kind, value] = ['source', 'kind', 'value'].map((name) => {
    const change = changes.find(({ field }) => field === name)
    return change?.after ?? change?.before ?? null
  })
  return source && kind && value ? { source, kind, value } : null
}

/** "Via Verde, matrícula": whose name it is, and of what kind. */
function keyWords(t: Translator, { source, kind }: { source: string; kind: string }): string {
  const known = t.find(`page.fleet.keyNames.${source}:${kind}`)
  if (known !== null) return known
  return [t.find(`page.fleet.sources.${source}`) ?? source, t.find(`page.audit.keyKinds.${kind}`) ?? kind].join(', ')
}

/** `terms.fee.rate`: each step of the way as a person says it. */
function fieldWords(t: Translator, field: string): string {
  return field
    .split('.')
    .map((step) => t.find(`page.audit.fields.${step}`) ?? step)
    .join(' · ')
}

/** Of `terms.fee.rate`, `rate`: how a value is written does not depend on where it lies. */
function lastOf(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1)
}

const MONEY = new Set(['amount', 'controlSum', 'energyCap', 'net', 'rent', 'total'])
const RATES = new Set(['rate', 'driverShare'])

/** Where the words of the values of a field are. */
const VOCABULARIES: Readonly<Record<string, readonly string[]>> = {
  base: ['page.fleet.terms.bases'],
  kind: ['page.plans.kinds', 'page.adjustments.form.kinds', 'page.plans.movements'],
  language: ['page.fleet.driver.languages'],
  mode: ['page.fleet.terms.feeModes'],
  regime: ['page.fleet.terms.regimes'],
  role: ['page.audit.roles'],
  source: ['page.fleet.sources'],
  state: ['page.settlementStates', 'page.plans.states'],
  status: ['page.fleet.status', 'page.fleet.vehicleStatus'],
  tollPolicy: ['page.fleet.terms.tollPolicies'],
  tripVat: ['page.fleet.terms.vats'],
}

/** A stored value as the screens write it; one nobody gave words to stays as it is. */
function valueWords(t: Translator, field: string, value: string): string {
  const name = lastOf(field)
  const isWhole = /^-?\d{1,15}$/.test(value)
  if (name === 'device') return deviceName(value) ?? value
  if (MONEY.has(name) && isWhole) return formatMoney(Number(value), t.language)
  if (RATES.has(name) && isWhole) return formatPercent(Number(value), t.language)
  for (const vocabulary of [`page.audit.values.${name}`, ...(VOCABULARIES[name] ?? [])]) {
    const words = t.find(`${vocabulary}.${value}`)
    if (words !== null) return words
  }
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'page.audit.yes' : 'page.audit.no')
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return formatInstant(value, t.language)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDayShort(value, t.language)
  return value
}
