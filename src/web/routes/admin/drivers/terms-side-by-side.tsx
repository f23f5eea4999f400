import { minus, sum } from '#domain/money.ts'
import { type Proposals, WEEK_PARTS, type WeekFigures } from '#features/settlements/dry-runs/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Part = (typeof WEEK_PARTS)[number]

/** The parts of one or several weeks under each proposal, with the difference; the net is the foot. */
export function SideBySide({ figures: { a, b }, caption }: { figures: Proposals<WeekFigures>; caption: string }) {
  const t = useT()
  return (
    <Table
      caption={caption}
      rows={WEEK_PARTS.filter((part) => a[part] !== 0 || b[part] !== 0)}
      rowKey={(part) => part}
      columns={columns({ a, b }, t)}
      foot={[
        t('page.fleet.terms.comparison.parts.net'),
        <Money key="a" cents={a.net} look="bare" />,
        <Money key="b" cents={b.net} look="bare" />,
        <Money key="difference" cents={sum([b.net, minus(a.net)])} look="signed" />,
      ]}
    />
  )
}

function columns({ a, b }: Proposals<WeekFigures>, t: Translator): Column<Part>[] {
  return [
    {
      head: t('page.fleet.terms.comparison.columns.what'),
      cell: (part) => t(`page.fleet.terms.comparison.parts.${part}`),
    },
    {
      head: t('page.fleet.terms.comparison.columns.a'),
      number: true,
      cell: (part) => <Money cents={a[part]} look="bare" />,
    },
    {
      head: t('page.fleet.terms.comparison.columns.b'),
      number: true,
      cell: (part) => <Money cents={b[part]} look="bare" />,
    },
    {
      head: t('page.fleet.terms.comparison.columns.difference'),
      number: true,
      cell: (part) => <Money cents={sum([b[part], minus(a[part])])} look="signed" />,
    },
  ]
}
