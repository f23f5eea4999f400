import type { WaitingDrop } from '#features/imports/drops/schema.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'

const NAMES_SHOWN = 3

/** Drops that were looked at and not imported: each can be opened again, or removed in one press. */
export function WaitingDrops({ drops }: { drops: readonly WaitingDrop[] }) {
  const t = useT()
  if (drops.length === 0) return null
  return (
    <Section title={t('page.data.waiting.title')}>
      <Items>
        {drops.map((drop) => (
          <Item
            key={drop.id}
            title={headOf(t, drop)}
            acts={
              <>
                <LinkButton to={`/admin/data/drops/${drop.id}/removal`} kind="text">
                  {t('page.data.waiting.forget')}
                  <span className="visually-hidden">: {headOf(t, drop)}</span>
                </LinkButton>
                <LinkButton to={`/admin/data/drops/${drop.id}`}>{t('page.data.waiting.open')}</LinkButton>
              </>
            }
          >
            <p>{namesOf(t, drop)}</p>
            <small>
              {formatInstant(drop.at, t.language)}, {drop.by ?? t('page.data.history.commandLine')}
            </small>
          </Item>
        ))}
      </Items>
    </Section>
  )
}

/** "3 ficheiros · Uber, Bolt · semana 47", as far as the names of the files tell. */
function headOf(t: ReturnType<typeof useT>, { names, sources, weeks }: WaitingDrop): string {
  return [
    t('page.data.waiting.files', { count: names.length }),
    ...(sources.length > 0 ? [sources.map((source) => t(`page.week.sourceNames.${source}`)).join(', ')] : []),
    ...(weeks.length > 0
      ? [
          t('page.data.waiting.weeks', {
            count: weeks.length,
            numbers: weeks.map((week) => weekNumber(week)).join(', '),
          }),
        ]
      : []),
  ].join(' · ')
}

function namesOf(t: ReturnType<typeof useT>, { names }: WaitingDrop): string {
  const more = names.length - NAMES_SHOWN
  const shown = names.slice(0, NAMES_SHOWN).join(', ')
  return more > 0 ? `${shown} ${t('page.data.preview.moreKeys', { count: more })}` : shown
}
