import { LINK_DAYS, mayBecome } from '#domain/contract.ts'
import { whatsAppAddress } from '#domain/whats-app.ts'
import { findOpenLink } from '#features/contracts/links/queries.server.ts'
import { getContract, linkWayOf, readerOf } from '#features/contracts/queries.server.ts'
import { severalLinksRecord } from '#features/contracts/schema.ts'
import { linkSeveral } from '#features/contracts/several/commands.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { errorText, translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { shows } from '#web/screen.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { TextToTake } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/link-several.ts'
import { CONTRACTS } from './contract-list.tsx'
import { listedContracts } from './listed.server.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now, t }) => {
  const chosen = chosenOf(CONTRACTS, await listedContracts(now), request, t)
  const looked = await Promise.all(
    chosen.map(async ({ id, number, driver, state }) => {
      const reader = await readerOf({ driver })
      const isWaiting = mayBecome(state, 'signed')
      const linkWay = isWaiting && !reader.isRemoved ? await linkWayOf(reader, now) : null
      const why =
        state === 'draft'
          ? 'draft'
          : !isWaiting
            ? 'state'
            : reader.isRemoved
              ? 'removed'
              : linkWay === null
                ? 'nothing'
                : null
      return {
        id,
        number,
        name: reader.name,
        why,
        hasLink: why === null && (await findOpenLink(id, now)) !== null,
      } as const
    }),
  )
  return { able: looked.filter(({ why }) => why === null), unable: looked.filter(({ why }) => why !== null) }
})

type Made = { id: string; number: number; name: string; link: string; text: string; address: string | null }
type Answer = { made: readonly Made[]; left: readonly { id: string; why: string }[] }

/** Without an idempotency key, as for a single link: the answer to a key is stored, and a link that opens a contract must not be. */
export const action = (sent: Route.ActionArgs) =>
  show(async () => {
    requireSender(sent)
    const { request, context } = sent
    return answer(request, severalLinksRecord.input, async ({ ids, days }) => {
      const { now } = context.get(requestContext)
      const t = translatorFor(languageOf(new URL(request.url).pathname))
      const { made, left } = await linkSeveral({ actor: actorOf(context), now }, ids, days)
      const until = now.add({ hours: 24 * days }).toString()
      return {
        made: await Promise.all(made.map((link) => shownOf(link, until))),
        left: left.map(({ id, why }) => ({
          id,
          why: why ? errorText(t, why.code, why.params) : t('page.contractsOfSeveral.broke'),
        })),
      } satisfies Answer
    })
  })

/** One link, with words to send it in the driver's language. */
async function shownOf({ id, path }: { id: string; path: string }, until: string): Promise<Made> {
  const contract = await getContract(id)
  const { name, phone, ...reader } = await readerOf(contract)
  const language = reader.language === 'en' ? 'en' : 'pt'
  const link = `${siteAddress()}${path}`
  const words = { name, number: contract.number, until: formatInstant(until, language), link }
  const text = translator(language)('page.contracts.link.words', words)
  return { id, number: contract.number, name, link, text, address: whatsAppAddress(phone, text) }
}

/** Personal links to several contracts: who gets one, and who does not and why; then each link once, with words to send it. */
export default function LinkSeveralScreen({ loaderData: { able, unable }, actionData }: Route.ComponentProps) {
  const t = useT()
  const done = actionData !== undefined && 'made' in actionData ? actionData : null
  const count = able.length
  return (
    <>
      <PageHead
        title={t('page.contractsOfSeveral.links.title')}
        back={{ to: CONTRACTS.place, label: t('page.contracts.title') }}
      />
      <Stack>
        {done ? (
          <Shown done={done} names={new Map(able.map(({ id, name }) => [id, name]))} />
        ) : count === 0 ? (
          <Section title={t('page.contractsOfSeveral.links.none')}>
            <LinkButton to={CONTRACTS.place}>{t('common.list.back')}</LinkButton>
          </Section>
        ) : (
          <SideBySide>
            <Section title={t('page.contractsOfSeveral.links.text', { count })}>
              <Form
                of={severalLinksRecord}
                above={<Words>{t('page.contractsOfSeveral.links.once')}</Words>}
                offered={{
                  days: LINK_DAYS.map((days) => ({
                    value: String(days),
                    label: t('page.contracts.link.daysOf', { count: days }),
                  })),
                }}
              >
                {able.map(({ id }) => (
                  <input key={id} type="hidden" name="ids[]" value={id} />
                ))}
                <Actions>
                  <SubmitButton>{t('page.contractsOfSeveral.links.submit', { count })}</SubmitButton>
                  <LinkButton to={CONTRACTS.place} kind="text">
                    {t('common.cancel')}
                  </LinkButton>
                </Actions>
              </Form>
            </Section>
            <Items label={t('page.contractsOfSeveral.links.text', { count })}>
              {able.map(({ id, number, name, hasLink }) => (
                <Item key={id} title={name} to={`/admin/contracts/${id}`}>
                  <Words look="soft">{t('page.contracts.one', { number })}</Words>
                  {hasLink ? <Words look="small">{t('page.contractsOfSeveral.links.voids')}</Words> : null}
                </Item>
              ))}
            </Items>
          </SideBySide>
        )}
        {unable.length > 0 ? (
          <Section title={t('page.contractsOfSeveral.links.unable', { count: unable.length })}>
            <Items label={t('page.contractsOfSeveral.links.unable', { count: unable.length })}>
              {unable.map(({ id, number, name, why }) => (
                <Item key={id} title={`${name} · ${t('page.contracts.one', { number })}`} to={`/admin/contracts/${id}`}>
                  {why ? <Words look="soft">{t(`page.contractsOfSeveral.links.why.${why}`)}</Words> : null}
                </Item>
              ))}
            </Items>
          </Section>
        ) : null}
      </Stack>
    </>
  )
}

function Shown({ done: { made, left }, names }: { done: Answer; names: ReadonlyMap<string, string> }) {
  const t = useT()
  return (
    <>
      <Done>
        {t('page.contractsOfSeveral.links.made', { count: made.length })} {t('page.contractsOfSeveral.links.seen')}
      </Done>
      {left.length > 0 ? (
        <Notice tone="warn" title={t('page.contractsOfSeveral.links.unable', { count: left.length })}>
          {left.map(({ id, why }) => (
            <p key={id}>
              <Link to={`/admin/contracts/${id}`}>{names.get(id) ?? t('page.contracts.title')}</Link>: {why}
            </p>
          ))}
        </Notice>
      ) : null}
      {made.map(({ id, number, name, text, address }) => (
        <Card key={id} title={`${name} · ${t('page.contracts.one', { number })}`}>
          <Stack>
            <TextToTake id={`message-${id}`} label={t('page.contracts.link.message')} text={text} />
            <Actions>
              <CopyButton of={`message-${id}`} label={t('page.contracts.link.copy')} />
              {address ? (
                <a href={address} target="_blank" rel="noopener noreferrer">
                  {t('page.contracts.link.whatsApp')}
                </a>
              ) : (
                <Words look="small">{t('page.contractsOfSeveral.links.noPhone')}</Words>
              )}
            </Actions>
          </Stack>
        </Card>
      ))}
      <p>
        <LinkButton to={CONTRACTS.place}>{t('common.list.back')}</LinkButton>
      </p>
    </>
  )
}
