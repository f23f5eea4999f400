import { useSearchParams } from 'react-router'
import { PORTALS } from '#domain/platform-act.ts'
import { answerAct } from '#features/connections/acts/commands.server.ts'
import { getAct } from '#features/connections/acts/queries.server.ts'
import { type PlatformAct, actWordInput, portalRecord, scopesFor } from '#features/connections/acts/schema.ts'
import { listConnections } from '#features/connections/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/fields.tsx'
import { RecordFields } from '#web/ui/form.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/act.ts'
import { ACT_TONES, actWords, effectWords, actStateWords, whyWords } from './act-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const act = await getAct(params.act)
  const connections = await listConnections()
  return { act, isConnected: connections.some(({ provider }) => provider === act.provider) }
})

export const action = saves(
  ({ intent }) => `platform-act.${intent}`,
  actWordInput,
  async (change, { intent, onDay }, { params }: Route.ActionArgs) => {
    await answerAct(change, params.act, intent, onDay ?? null)
    return `/admin/drivers/platform-acts?done=${intent}`
  },
)

/** One act: what is wanted and why, the effect of a yes, what became of it, and the possible answers. */
export default function PlatformActScreen({ loaderData: { act, isConnected } }: Route.ComponentProps) {
  const t = useT()
  const words = answersTo(act, isConnected)
  return (
    <SmallAct
      record={t('page.platformActs.one')}
      from={t('page.platformActs.back')}
      facts={factsOf(act, t)}
      question={t('page.platformActs.of', { driver: act.driver.name, what: actWords(act, t) })}
      effect={<Effect act={act} words={words} isConnected={isConnected} />}
      buttonWords={t('page.platformActs.act.submit')}
      kind="primary"
      {...(act.cause === 'debt' && words.includes('withdraw') ? { unchanged: t('page.platformActs.act.again') } : {})}
      {...(words.length === 0 ? { barred: t('page.platformActs.act.nothing') } : {})}
    >
      <Answers words={words} />
      {words.includes('done') ? <RecordFields of={portalRecord} /> : null}
    </SmallAct>
  )
}

type Answer = PlatformAct['officeAnswers'][number]

/** The possible answers. If a yes leads to the portal anyway, "done by hand" is no other answer. */
function answersTo({ provider, kind, officeAnswers: words }: PlatformAct, isConnected: boolean): Answer[] {
  const isSent = isConnected && scopesFor(provider, kind) !== null
  return words.filter((word) => word !== 'by-hand' || isSent || !words.includes('confirm'))
}

function factsOf(act: PlatformAct, t: Translator) {
  const { state, driver } = act
  return {
    driver: <Link to={`/admin/drivers/${driver.id}/platforms`}>{driver.name}</Link>,
    reason: whyWords(act, t),
    state: <State tone={ACT_TONES[state]}>{t(`page.platformActs.states.${state}`)}</State>,
  }
}

function Effect({ act, words, isConnected }: { act: PlatformAct; words: readonly Answer[]; isConnected: boolean }) {
  const t = useT()
  const [query] = useSearchParams()
  const isNew = query.get('done') === 'proposed' && act.state === 'proposed'
  const isAsked = words.includes('confirm') || words.includes('again')
  return (
    <Stack>
      {isNew ? <Done>{t('page.platformActs.done.proposed')}</Done> : null}
      <Words>{actStateWords(act, t)}</Words>
      {isAsked ? <Words>{effectWords(act, isConnected, t)}</Words> : null}
      {act.state === 'portal' ? <InPortal act={act} /> : null}
    </Stack>
  )
}

function Answers({ words }: { words: readonly Answer[] }) {
  const t = useT()
  return (
    <ChoiceField
      name="intent"
      label={t('page.platformActs.act.choose')}
      options={words.map((value) => ({ value, label: t(`page.platformActs.act.words.${value}`) }))}
      required
    />
  )
}

/** The steps in the portal, in words, with a link to it. */
function InPortal({ act: { provider, kind } }: { act: PlatformAct }) {
  const t = useT()
  return (
    <Stack>
      <Bullets numbered>
        {t.list(`page.platformActs.portal.${provider}.${kind}`).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Bullets>
      <p>
        <a href={PORTALS[provider]} target="_blank" rel="noreferrer">
          {t('page.platformActs.portal.open', { provider: t(`page.connections.providers.${provider}`) })}
        </a>
      </p>
    </Stack>
  )
}
