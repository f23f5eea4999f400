import type { ComparedVersions, PreviewFile } from '#features/imports/previews/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { reportName } from './figure.ts'
import styles from './preview.module.css'

/** Versions of one report side by side, and which of them counts: the one downloaded last is proposed, and a person decides. */
export function Versions({
  group: { files: ids, proposed, drivers, unchanged },
  files,
  index,
}: {
  group: ComparedVersions
  files: readonly PreviewFile[]
  index: number
}) {
  const t = useT()
  const versions = ids.flatMap((id) => files.find((file) => file.id === id && file.ok) ?? [])
  const [first] = versions
  if (!first?.ok) return null
  const number = (place: number) => t('page.data.preview.versions.version', { number: place + 1 })
  type Row = (typeof drivers)[number]
  const columns: Column<Row>[] = [
    { head: t('page.data.preview.changes.driver'), cell: ({ name }) => name },
    ...versions.map((file, place) => ({
      head: `${number(place)} €`,
      id: file.id,
      cell: ({ amounts }: Row) => amountWords(t, amounts[place] ?? null),
      number: true,
    })),
  ]
  return (
    <article className={styles.file} data-tone="warn" aria-labelledby={`versions-${index}`}>
      <header className={styles.head}>
        <div>
          <h2 id={`versions-${index}`}>{t('page.data.preview.versions.title', { count: versions.length })}</h2>
          <p className={styles.name}>{reportName(t, first.read)}</p>
        </div>
        <State tone="warn">{t('page.data.preview.state.strange')}</State>
      </header>
      <div className={styles.says}>
        <p>{t('page.data.preview.versions.text')}</p>
        <fieldset className={styles.versions}>
          <legend>{t('page.data.preview.versions.which')}</legend>
          {versions.map(({ id, name }, place) => (
            <label key={id} className={styles.accept}>
              <input type="radio" name={`version-${index}`} value={id} defaultChecked={id === proposed} />
              <span>
                {number(place)}: <span className={styles.versionName}>{name}</span>
                {id === proposed ? <small> {t('page.data.preview.versions.last')}</small> : null}
              </span>
            </label>
          ))}
        </fieldset>
        {drivers.length > 0 ? (
          <Table
            caption={t('page.data.preview.versions.caption')}
            rows={drivers}
            rowKey={({ name, amounts }) => `${name} ${amounts.join(' ')}`}
            columns={columns}
          />
        ) : (
          <p>{t('page.data.preview.versions.alike')}</p>
        )}
        {unchanged > 0 ? (
          <p className={styles.quiet}>{t('page.data.preview.effect.unchanged', { count: unchanged })}</p>
        ) : null}
      </div>
    </article>
  )
}

function amountWords(t: ReturnType<typeof useT>, amount: number | null): string {
  return amount === null ? t('page.data.preview.versions.absent') : formatMoney(amount, t.language)
}
