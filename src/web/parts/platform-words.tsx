import { type PlatformState, type PlatformAccountState, platformState } from '#domain/platform-state.ts'
import { useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const TONES: Readonly<Record<PlatformState, StateTone>> = {
  active: 'ok',
  waiting: 'warn',
  refused: 'bad',
  left: 'plain',
}

/** The status of a driver or car on each platform that reports one; a status that we have no words for is shown as it came. */
export function PlatformWords({ words }: { words: readonly PlatformAccountState[] }) {
  const t = useT()
  return (
    <Items>
      {words.map(({ platform, name, word, at }) => {
        const state = platformState(platform, word)
        return (
          <Item
            key={`${platform} ${name}`}
            title={t(`page.connections.providers.${platform}`)}
            aside={
              <State tone={state ? TONES[state] : 'info'}>
                {state ? t(`page.connections.platformStates.${state}`) : word}
              </State>
            }
          >
            <p>
              {name} · <Moment at={at} />
            </p>
          </Item>
        )
      })}
    </Items>
  )
}
