import { Fragment } from 'react'
import { type FileSum, MONTH_FILES, type MonthFile } from '#features/accounting/month-files/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { inLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Sums = Readonly<Record<MonthFile, readonly FileSum[]>>

/** Every table of the month, with its sums and its two formats. */
export function FilesOfMonth({ here, sums, mayPay }: { here: string; sums: Sums; mayPay: boolean }) {
  const t = useT()
  return (
    <Section title={t('page.accounting.files.title')}>
      <Stack>
        <Words look="soft">{t('page.accounting.files.zipText')}</Words>
        {mayPay ? <Words look="soft">{t('page.accounting.files.zipBank')}</Words> : null}
        <Table
          caption={t('page.accounting.files.caption')}
          rows={MONTH_FILES}
          rowKey={(file) => file}
          columns={columnsOf(here, sums, t)}
        />
        <Words look="soft">{t('page.accounting.management')}</Words>
        <Words look="soft">{t('page.accounting.files.saft')}</Words>
      </Stack>
    </Section>
  )
}

function columnsOf(here: string, sums: Sums, t: Translator): Column<MonthFile>[] {
  return [
    { head: t('page.accounting.files.file'), cell: (file) => t(`page.accounting.files.titles.${file}`) },
    {
      head: t('page.accounting.files.rows'),
      wraps: true,
      wideOnly: true,
      cell: (file) => t(`page.accounting.files.about.${file}`),
    },
    {
      head: t('page.accounting.files.sum'),
      number: true,
      cell: (file) => <Sum sums={sums[file]} />,
    },
    {
      head: t('page.accounting.files.formats'),
      quiet: true,
      cell: (file) => (
        <Links>
          {(['csv', 'xlsx'] as const).map((format) => (
            <a
              key={format}
              href={inLanguage(`${here}/files/${file}/${format}`, t.language)}
              download
              aria-label={`${t(`page.accounting.files.titles.${file}`)} · ${t(`page.fileLinks.${format}`)}`}
            >
              {t(`page.fileLinks.${format}`)}
            </a>
          ))}
        </Links>
      ),
    },
  ]
}

/** The sums of a file: each column with its amount on a line. */
function Sum({ sums }: { sums: readonly FileSum[] }) {
  const t = useT()
  return sums.map(({ of, amount }, place) => (
    <Fragment key={of}>
      {place === 0 ? null : <br />}
      <small>{t(`page.accounting.files.sums.${of}`)}</small> <Money cents={amount} look="bare" />
    </Fragment>
  ))
}
