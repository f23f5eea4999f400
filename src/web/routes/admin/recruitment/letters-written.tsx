import type { Letter } from '#features/recruitment/letters/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Section } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const TONES: Readonly<Record<string, StateTone>> = { sent: 'ok', kept: 'info', waiting: 'todo', dead: 'bad' }

/** The earlier messages, and what became of each mail. */
export function Written({ letters }: { letters: readonly Letter[] }) {
  const t = useT()
  return (
    <Section title={t('page.recruitment.letters.written')}>
      {letters.length === 0 ? (
        <Words look="small">{t('page.recruitment.letters.none')}</Words>
      ) : (
        <Items label={t('page.recruitment.letters.written')}>
          {letters.map(({ id, at, by, channel, subject, body, mailId, state }) => (
            <Item
              key={id}
              title={subject || 'WhatsApp'}
              aside={
                channel === 'mail' && state && mailId !== null ? (
                  <Link to={`/admin/mail/${mailId}`}>
                    <State tone={TONES[state] ?? 'todo'}>{t.find(`page.recruitment.letters.states.${state}`)}</State>
                  </Link>
                ) : (
                  <State tone="plain">{t('page.recruitment.letters.states.taken')}</State>
                )
              }
            >
              <small>{[formatInstant(at, t.language), by].filter(Boolean).join(' · ')}</small>
              <Words look="said">{body}</Words>
            </Item>
          ))}
        </Items>
      )}
    </Section>
  )
}
