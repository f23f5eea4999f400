import { Refusal } from '#domain/refusal.ts'
import { mayBeName } from '#domain/contract.ts'
import { sealSeveral } from '#features/contracts/several/commands.server.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { severalSealInput } from '#features/contracts/schema.ts'
import { languageOf } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { errorText, translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ContractState, SigningFields } from '#web/parts/contract-parts.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { signingOf } from '#web/signing.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/seal-several.ts'
import { CONTRACTS } from './contract-list.tsx'
import { listedContracts } from './listed.server.ts'

export const loader = shows(async ({ request, context }: Route.LoaderArgs, { now, t }) => {
  const chosen = chosenOf(CONTRACTS, await listedContracts(now), request, t)
  const waiting = chosen.filter(({ state }) => state === 'signed')
  // As for a single contract: a form with a drawing cannot be held for a confirmation.
  if (waiting.length > 0) requireRecentSignIn(context)
  const whole = await Promise.all(waiting.map(({ id }) => getContract(id)))
  return {
    waiting: whole.map(({ id, number, kind, driver, signatures }, place) => {
      const by = signatures.find(({ whose }) => whose === 'driver')?.name ?? ''
      const name = waiting[place]?.driver.name ?? driver.name
      return { id, number, kind, name, by, isOther: !mayBeName(by, driver.name) }
    }),
    others: chosen
      .filter(({ state }) => state !== 'signed')
      .map(({ id, number, driver, state, paper }) => ({ id, number, name: driver.name, state, paper })),
    phrases: [...new Set(whole.map(({ language }) => translator(language)('page.contracts.phrase.company')))],
  }
})

type Sealed = { sealed: number; left: readonly { id: string; name: string; why: string }[] }

/**
 * Each contract is a change of its own, so there is no single answer to store under a key; sent again, contracts that
 * are sealed already say so.
 */
export const action = (sent: Route.ActionArgs) =>
  show(async () => {
    requireSender(sent)
    const { request, context } = sent
    return answer(request, severalSealInput, async ({ ids, ...typed }) => {
      const { now } = context.get(requestContext)
      const t = translatorFor(languageOf(new URL(request.url).pathname))
      const how = signingOf({ request, context }, typed)
      const { sealed, left } = await sealSeveral({ actor: actorOf(context), now }, ids, how)
      if (sealed.length === 0 && left.length === 1 && left[0]?.why) throw left[0].why
      const notSealed = await Promise.all(
        left.map(async ({ id, why }) => ({
          id,
          name: await nameOf(id),
          why: why ? errorText(t, why.code, why.params) : t('page.contractsOfSeveral.broke'),
        })),
      )
      return { sealed: sealed.length, left: notSealed } satisfies Sealed
    })
  })

/** The name of a contract; the id may be made up, so it may not exist. */
async function nameOf(id: string): Promise<string> {
  try {
    const { driver, number } = await getContract(id)
    return `${driver.name} · ${number}`
  } catch (error) {
    if (error instanceof Refusal) return ''
    throw error
  }
}

/** Signs contracts that their drivers have signed for the company, with one name and one tick. */
export default function SealSeveralScreen({
  loaderData: { waiting, others, phrases },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const count = waiting.length
  const done = actionData !== undefined && 'sealed' in actionData ? actionData : null
  return (
    <>
      <PageHead
        title={t('page.contractsOfSeveral.seal.title')}
        back={{ to: CONTRACTS.place, label: t('page.contracts.title') }}
      />
      <Stack>
        {done ? <SealOutcome done={done} /> : null}
        {count === 0 ? (
          <Section title={t('page.contractsOfSeveral.seal.nothingLeft')}>
            <LinkButton to={CONTRACTS.place}>{t('common.list.back')}</LinkButton>
          </Section>
        ) : (
          <SideBySide>
            <Section title={t('page.contractsOfSeveral.seal.text', { count })}>
              <Form encType="multipart/form-data">
                <Words>{t('page.contractsOfSeveral.seal.each')}</Words>
                {waiting.map(({ id }) => (
                  <input key={id} type="hidden" name="ids[]" value={id} />
                ))}
                <SigningFields whose="company" phrase={phrases.join(' / ')} />
                <Actions>
                  <SubmitButton>{t('page.contractsOfSeveral.seal.submit', { count })}</SubmitButton>
                  <LinkButton to={CONTRACTS.place} kind="text">
                    {t('common.cancel')}
                  </LinkButton>
                </Actions>
              </Form>
            </Section>
            <Items label={t('page.contractsOfSeveral.seal.text', { count })}>
              {waiting.map(({ id, number, kind, name, by, isOther }) => (
                <Item key={id} title={name} to={`/admin/contracts/${id}`}>
                  <Words look="soft">
                    {`${t(`page.contracts.kinds.${kind}`)} · ${t('page.contracts.one', { number })}`}
                  </Words>
                  {isOther ? (
                    <Notice tone="warn">{t('page.contracts.signatures.otherName', { signed: by, known: name })}</Notice>
                  ) : null}
                </Item>
              ))}
            </Items>
          </SideBySide>
        )}
        {others.length > 0 ? (
          <Section title={t('page.contractsOfSeveral.seal.stays', { count: others.length })}>
            <Items label={t('page.contractsOfSeveral.seal.stays', { count: others.length })}>
              {others.map(({ id, number, name, state, paper }) => (
                <Item
                  key={id}
                  title={`${name} · ${t('page.contracts.one', { number })}`}
                  to={`/admin/contracts/${id}`}
                  aside={<ContractState state={state} paper={paper} />}
                />
              ))}
            </Items>
          </Section>
        ) : null}
      </Stack>
    </>
  )
}

/** The result: how many contracts were sealed, and the reason for each one that was not. */
function SealOutcome({ done: { sealed, left } }: { done: Sealed }) {
  const t = useT()
  return (
    <>
      {sealed > 0 ? <Done>{t('page.contractsOfSeveral.seal.sealed', { count: sealed })}</Done> : null}
      {left.length > 0 ? (
        <Notice tone="warn" title={t('page.contractsOfSeveral.seal.left', { count: left.length })}>
          {left.map(({ id, name, why }) => (
            <p key={id}>
              {name ? <Link to={`/admin/contracts/${id}`}>{name}</Link> : null} {why}
            </p>
          ))}
        </Notice>
      ) : null}
    </>
  )
}
