import type { PlatformAct } from '#features/connections/acts/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Item } from '#web/ui/items.tsx'
import { State } from '#web/ui/state.tsx'
import { Words } from '#web/ui/layout.tsx'
import { ACT_TONES, actWords, actStateWords, whyWords } from './act-words.ts'

/** One act in a list: what is wanted, for whom, why, and its state. `isOfOne`: the page is about one driver. */
export function ActItem({ act, isOfOne = false }: { act: PlatformAct; isOfOne?: boolean }) {
  const t = useT()
  const what = actWords(act, t)
  return (
    <Item
      to={`/admin/drivers/platform-acts/${act.id}`}
      title={isOfOne ? what : t('page.platformActs.of', { driver: act.driver.name, what })}
      aside={<State tone={ACT_TONES[act.state]}>{t(`page.platformActs.states.${act.state}`)}</State>}
    >
      <Words look="small">
        {whyWords(act, t)} {actStateWords(act, t)}
      </Words>
    </Item>
  )
}
