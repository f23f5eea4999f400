import type { Split as Shares } from '#domain/money-flow.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Split } from '#web/ui/charts/split.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Money } from './money.tsx'

type Props = { split: Shares; reader: 'driver' | 'office' | 'anybody' }

/** How 100 € of fares are shared out. */
export function SplitOfFares({ split: { whole, parts }, reader }: Props) {
  const t = useT()
  const euros = (amount: number) => eurosOf(amount, t)
  const named = parts.map((part) => ({
    ...part,
    name:
      part.share === 'driver' ? t(`page.pictures.split.you.${reader}`) : t(`page.pictures.split.shares.${part.share}`),
  }))
  const driverPart = parts.find(({ share }) => share === 'driver')
  return (
    <Split
      title={t(`page.pictures.split.title.${reader}`, { euros: euros(driverPart?.ofHundred ?? 0) })}
      about={t('page.pictures.split.about', { whole: formatMoney(whole, t.language) })}
      says={t('page.pictures.split.says', {
        parts: named.map(({ name, ofHundred }) => `${name}: ${euros(ofHundred)}`).join(', '),
      })}
      parts={named.map(({ share, name, amount, ofHundred }) => ({
        key: share,
        name,
        words: euros(ofHundred),
        value: amount,
        isMeant: share === 'driver',
      }))}
      table={
        <Table
          caption={t('page.pictures.split.caption')}
          phone="columns"
          rows={named}
          rowKey={({ share }) => share}
          columns={columns(t)}
        />
      }
    />
  )
}

/** Whole euros; a part of less than one is called that. */
function eurosOf(euros: number, t: Translator): string {
  return euros === 0 ? t('page.pictures.split.under') : t('page.pictures.split.euros', { euros })
}

type Named = Shares['parts'][number] & { name: string }

function columns(t: Translator): Column<Named>[] {
  return [
    { head: t('page.pictures.split.who'), cell: ({ name }) => name },
    {
      head: t('page.pictures.split.hundred'),
      number: true,
      cell: ({ ofHundred }) => eurosOf(ofHundred, t),
    },
    { head: t('page.pictures.split.amount'), number: true, cell: ({ amount }) => <Money cents={amount} look="bare" /> },
  ]
}
