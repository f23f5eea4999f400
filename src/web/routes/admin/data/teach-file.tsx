import { useT } from '#web/i18n.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { FieldRow, SelectField } from '#web/ui/fields.tsx'
import { Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { TeachView } from './teach.server.ts'

/** The part of a file being taught that these lines show, of a list of costs or of a bank. */
type ShownFile = Pick<TeachView, 'file' | 'sheets' | 'sheet' | 'isCorrecting'> & {
  look: Pick<TeachView['look'], 'headings' | 'samples' | 'headers' | 'headerLine'>
}

/** The most columns shown; each of the others can still be chosen below. */
const COLUMNS_SHOWN = 30

/** The file's own first lines, and which of them has the headings. */
export function TeachFile({ view }: { view: ShownFile }) {
  const t = useT()
  const { headings, samples, headers, headerLine } = view.look
  const line: Column<(typeof samples)[number]> = {
    head: t('page.profiles.file.line'),
    id: 'line',
    cell: (sample) => sample.line,
  }
  const columns = headings.slice(0, COLUMNS_SHOWN).map((heading, place): typeof line => ({
    head: heading || t('page.profiles.file.noHeading', { column: place + 1 }),
    id: String(place),
    cell: ({ cells }) => cutText(cells[place] ?? '', 60),
  }))
  const left = headings.length - columns.length
  return (
    <Section title={t('page.profiles.file.title')} aside={view.file}>
      <Stack>
        <Table
          caption={t('page.profiles.file.caption', { file: view.file })}
          rows={samples}
          rowKey={(sample) => String(sample.line)}
          columns={[line, ...columns]}
          empty={<p>{t('page.profiles.result.none')}</p>}
        />
        {left > 0 ? <Words look="small">{t('page.profiles.file.more', { count: left })}</Words> : null}
        {view.isCorrecting ? null : (
          <FieldRow>
            {view.sheets.length > 1 ? (
              <SelectField
                name="sheet"
                label={t('page.profiles.file.sheet')}
                options={view.sheets.map((name, place) => ({ value: String(place), label: name }))}
                defaultValue={String(view.sheet)}
                required
              />
            ) : null}
            <SelectField
              key={`${view.sheet} ${headerLine}`}
              name="headerLine"
              label={t('page.profiles.file.header')}
              help={t('page.profiles.file.headerHelp')}
              options={headers.map(({ line: place, words }) => ({
                value: String(place),
                label: t('page.profiles.file.headerOption', { line: place, words: cutText(words, 80) }),
              }))}
              defaultValue={String(headerLine)}
              required
            />
          </FieldRow>
        )}
      </Stack>
    </Section>
  )
}

/** A field and its column; each option shows a column's heading and its first value. */
export function TeachColumn({
  look: { headings, examples },
  ...field
}: {
  look: Pick<TeachView['look'], 'headings' | 'examples'>
  name: string
  label: string
  help?: string
  required?: boolean
}) {
  const t = useT()
  const options = headings.map((heading, place) => {
    const name = heading || t('page.profiles.file.noHeading', { column: place + 1 })
    const example = cutText(examples[place] ?? '', 40)
    return {
      value: String(place),
      label: example ? t('page.profiles.columns.option', { heading: name, example }) : name,
    }
  })
  return (
    <SelectField
      empty={field.required ? t('page.profiles.what.choose') : t('page.profiles.columns.none')}
      options={options}
      {...field}
    />
  )
}

/** The beginning of a long text, cut at a length in characters. */
export function cutText(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
