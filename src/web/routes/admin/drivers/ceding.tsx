import type { CedingState } from '#domain/ceding.ts'
import type { Ceding, CedingNeed } from '#features/contracts/ceding/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const TONES: Readonly<Record<CedingState, StateTone>> = { there: 'ok', waiting: 'info', ended: 'bad', missing: 'warn' }

/** For a driver with an own car: the papers that IMT and the platforms want, whether each is here, and links to add missing ones. */
export function CedingSections({ ceding, driver }: { ceding: Ceding | null; driver: string }) {
  const t = useT()
  if (ceding === null) return null
  const { car, askers } = ceding
  if (car === null)
    return (
      <Notice
        tone="warn"
        title={t('page.ceding.noCar')}
        action={<LinkButton to={`/admin/drivers/${driver}/cars`}>{t('page.ceding.cars')}</LinkButton>}
      >
        <p>{t('page.ceding.noCarText')}</p>
      </Notice>
    )
  return (
    <Section title={t('page.ceding.title', { plate: car.plate })}>
      <Stack>
        <Words>{t('page.ceding.text')}</Words>
        <SideBySide>
          {askers.map(({ asker, needs }) => (
            <Card key={asker} title={t(`page.ceding.askers.${asker}`)} part>
              <Stack>
                <Items look="rows" label={t(`page.ceding.askers.${asker}`)}>
                  {needs.map((need) => (
                    <Item
                      key={nameOf(need, t)}
                      title={nameOf(need, t)}
                      to={need.place}
                      aside={<State tone={TONES[need.state]}>{stateWords(need, t)}</State>}
                    />
                  ))}
                </Items>
                <Words look="small">{t(`page.ceding.read.${asker}`)}</Words>
              </Stack>
            </Card>
          ))}
        </SideBySide>
      </Stack>
    </Section>
  )
}

function nameOf({ what }: CedingNeed, t: Translator): string {
  if (what.is === 'contract') return t(`page.contracts.kinds.${what.kind}`)
  return what.is === 'paper' ? what.name[t.language] : t('page.ceding.link')
}

function stateWords({ state, until }: CedingNeed, t: Translator): string {
  const dated = until !== null && (state === 'there' || state === 'ended')
  return dated
    ? t(`page.ceding.dated.${state}`, { day: formatDayShort(until, t.language) })
    : t(`page.ceding.states.${state}`)
}
