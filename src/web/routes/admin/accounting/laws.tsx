import { LAWS, LAW_IDS, type LawId, adviserOn } from '#domain/law.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { lawPlace } from '#messages/law-words.ts'
import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

export const loader = shows(() => Promise.resolve({}))

/** Every rule of law that Volante applies, for the person who has to confirm them: by act, in the order of the table. */
export default function LawsScreen() {
  const t = useT()
  const ids = [...Map.groupBy(LAW_IDS, (id) => LAWS[id].act).values()].flat()
  return (
    <>
      <PageHead
        title={t('page.law.title')}
        subtitle={t('page.law.subtitle')}
        back={{ to: '/admin/accounting/duties', label: t('page.duties.back') }}
      />
      <Page>
        <Table
          caption={t('page.law.caption')}
          rows={ids}
          rowKey={(id) => id}
          group={(id) => ({ id: LAWS[id].act, head: t(`page.law.acts.${LAWS[id].act}`) })}
          columns={columnsOf(t)}
        />
        <Words look="soft">{t('page.law.unread')}</Words>
      </Page>
    </>
  )
}

function columnsOf(t: Translator): Column<LawId>[] {
  const day = (value: string) => formatDayShort(value, t.language)
  return [
    { head: t('page.law.columns.what'), phone: 'identity', wraps: true, cell: (id) => t(`page.law.about.${id}`) },
    { head: t('page.law.columns.law'), phone: 'fact', wraps: true, cell: (id) => lawPlace(id, t) },
    {
      head: t('page.law.columns.since'),
      phone: 'fact',
      number: true,
      cell: (id) => (LAWS[id].since === null ? t('page.law.notRead') : day(LAWS[id].since)),
    },
    { head: t('page.law.columns.read'), wideOnly: true, number: true, cell: (id) => day(LAWS[id].readOn) },
    { head: t('page.law.columns.ask'), phone: 'state', cell: (id) => <Doubt id={id} /> },
  ]
}

function Doubt({ id }: { id: LawId }) {
  const t = useT()
  const adviser = adviserOn(id)
  return adviser === null ? (
    <State tone="ok">{t('page.law.sure')}</State>
  ) : (
    <State tone="plain">{t(`page.law.ask.${adviser}`)}</State>
  )
}
