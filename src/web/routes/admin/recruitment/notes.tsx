import type { OfficeApplication } from '#features/recruitment/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'

/** Notes of the office and moves of the application, the newest first. */
export function Notes({ notes }: Pick<OfficeApplication, 'notes'>) {
  const t = useT()
  if (notes.length === 0) return <p>{t('page.recruitment.one.noNotes')}</p>
  return (
    <Items label={t('page.recruitment.one.notes')}>
      {notes.map(({ id, at, by, state, stage, what, text }) => (
        <Item key={id}>
          <small>{[formatInstant(at, t.language), by].filter(Boolean).join(' · ')}</small>
          {what === 'note' ? null : <p>{t(`page.recruitment.one.what.${what}`)}</p>}
          {state ? (
            <p>
              {t('page.recruitment.one.moved', {
                state: stage?.[t.language] ?? t(`page.recruitment.states.${state}`),
              })}
            </p>
          ) : null}
          {text ? <Words look="said">{text}</Words> : null}
        </Item>
      ))}
    </Items>
  )
}
